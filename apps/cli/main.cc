// weft: the command line. Each verb is a file in verbs/.

#include "cli/verb.h"

int main(int argc, char** argv) {
  return weft::cli::run_program(argc, argv, weft::cli::all_verbs());
}
