# One function makes each folder a target with declared dependencies:
#
#   weft_module(select DEPS base dom LINKS re2::re2 TEST_DEPS html)
#
# builds, from the files of the calling folder,
#   weft_select        a static library of every *.cc that is not a test, bench or fuzz file
#   weft_select_test   every *_test.cc (and testing/*.cc), run by CTest under the folder's name
#   weft_select_bench  every *_bench.cc, when WEFT_BENCH is on
#   weft_<stem>        each *_fuzz.cc as its own fuzzer, when WEFT_FUZZ is on
#
# SUBDIRS are folders whose files belong to the module as if they stood in its own folder.
# HOT compiles the library at -O3: for the inner loops that the product's speed is made of.
# APART compiles each source by itself: in a large unit the compiler's budget for inlining costs the parser 3 %.
# SECTIONS gives each function a section of its own: who links one of them (the Python package) need not link the
# libraries of all the others.
# DEPS are other modules, LINKS third-party targets; TEST_DEPS, TEST_LINKS are used by the tests, benches and
# fuzzers alone. New files are picked up by the next build.

find_package(Threads REQUIRED)

add_library(weft_options INTERFACE)
target_compile_options(weft_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wno-missing-field-initializers
                       $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>  # reported falsely for sources included into a unit
                       $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)  # g++ 12 reports it falsely for std::string concatenation
if(WEFT_WERROR)
  target_compile_options(weft_options INTERFACE -Werror)
endif()
if(WEFT_SANITIZE)
  add_compile_options(-fsanitize=${WEFT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${WEFT_SANITIZE})
endif()
target_include_directories(weft_options INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
target_compile_definitions(weft_options INTERFACE WEFT_VERSION="${PROJECT_VERSION}")

# Compiles the sources of a target in a few large units: a unit is a generated file that includes up to
# WEFT_UNIT_FILES sources of one folder. Reading the same headers again for every small file was most of the cost of a
# build (docs/adr: large units). Names in anonymous namespaces must therefore be unique within a module.
# Paths are written relative to src/ or apps/, so that checkouts share one compiler cache.
function(weft_units out target)
  if(NOT WEFT_UNITS)
    set(${out} ${ARGN} PARENT_SCOPE)
    return()
  endif()
  set(units)
  set(folder_before)
  set(text)
  set(count 0)
  set(number 0)
  foreach(source IN LISTS ARGN ITEMS "")
    get_filename_component(folder "${source}" DIRECTORY)
    if(text AND (NOT folder STREQUAL folder_before OR count EQUAL WEFT_UNIT_FILES))
      set(unit ${CMAKE_CURRENT_BINARY_DIR}/${target}_${number}.cc)
      file(CONFIGURE OUTPUT ${unit} CONTENT "${text}" @ONLY)
      list(APPEND units ${unit})
      math(EXPR number "${number} + 1")
      set(text)
      set(count 0)
    endif()
    string(REGEX REPLACE "^${PROJECT_SOURCE_DIR}/(src|apps|examples)/" "" path "${source}")
    string(APPEND text "#include \"${path}\"\n")
    math(EXPR count "${count} + 1")
    set(folder_before ${folder})
  endforeach()
  set(${out} ${units} PARENT_SCOPE)
endfunction()

# Turns module names into library targets.
function(weft_targets out)
  set(targets)
  foreach(name IN LISTS ARGN)
    list(APPEND targets weft_${name})
  endforeach()
  set(${out} ${targets} PARENT_SCOPE)
endfunction()

# A program of tests, run by CTest under `name`. Tests are compiled for a quick build; what they test is not.
function(weft_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  weft_units(units weft_${name}_test ${ARG_SOURCES})
  add_executable(weft_${name}_test ${units})
  target_link_libraries(weft_${name}_test PRIVATE ${ARG_LINKS} GTest::gmock GTest::gtest_main)
  target_compile_options(weft_${name}_test PRIVATE $<$<CONFIG:Release>:-O0>)
  add_test(NAME ${name} COMMAND weft_${name}_test --gtest_brief=1 WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
endfunction()

function(weft_module name)
  cmake_parse_arguments(ARG "HOT;APART;SECTIONS" "" "DEPS;LINKS;TEST_DEPS;TEST_LINKS;SUBDIRS" ${ARGN})
  foreach(ending IN ITEMS "" _test _bench _fuzz)
    set(patterns *${ending}.cc)
    foreach(folder IN LISTS ARG_SUBDIRS)
      list(APPEND patterns ${folder}/*${ending}.cc)
    endforeach()
    file(GLOB files${ending} CONFIGURE_DEPENDS ${patterns})
  endforeach()
  set(sources ${files})
  set(tests ${files_test})
  set(benches ${files_bench})
  set(fuzzers ${files_fuzz})
  file(GLOB testing CONFIGURE_DEPENDS testing/*.cc)
  list(REMOVE_ITEM sources ${tests} ${benches} ${fuzzers} "")

  weft_targets(deps ${ARG_DEPS})
  if(sources)
    if(ARG_APART)
      set(units ${sources})
    else()
      weft_units(units weft_${name} ${sources})
    endif()
    add_library(weft_${name} STATIC ${units})
    target_link_libraries(weft_${name} PUBLIC weft_options ${deps} ${ARG_LINKS} Threads::Threads)
    if(ARG_SECTIONS)
      target_compile_options(weft_${name} PRIVATE -ffunction-sections -fdata-sections)
    endif()
    if(ARG_HOT)
      target_compile_options(weft_${name} PRIVATE $<$<CONFIG:Release>:-O3>)
    endif()
  else()
    add_library(weft_${name} INTERFACE)
    target_link_libraries(weft_${name} INTERFACE weft_options ${deps} ${ARG_LINKS} Threads::Threads)
  endif()

  weft_targets(test_deps ${ARG_TEST_DEPS})
  set(test_libraries weft_${name} ${test_deps} ${ARG_TEST_LINKS})
  if(testing)
    add_library(weft_${name}_testing STATIC EXCLUDE_FROM_ALL ${testing})
    target_link_libraries(weft_${name}_testing PUBLIC weft_${name} ${test_deps} ${ARG_TEST_LINKS})
    list(APPEND test_libraries weft_${name}_testing)
  endif()
  if(WEFT_TESTS AND tests)
    weft_test(${name} SOURCES ${tests} LINKS ${test_libraries})
  endif()
  if(WEFT_BENCH AND benches)
    add_executable(weft_${name}_bench ${benches})
    target_link_libraries(weft_${name}_bench PRIVATE ${test_libraries} benchmark::benchmark_main)
  endif()
  if(WEFT_FUZZ)
    foreach(file IN LISTS fuzzers)
      get_filename_component(stem ${file} NAME_WE)
      add_executable(weft_${stem} ${file})
      target_link_options(weft_${stem} PRIVATE -fsanitize=fuzzer)
      target_link_libraries(weft_${stem} PRIVATE ${test_libraries})
      set_property(GLOBAL APPEND PROPERTY WEFT_FUZZERS weft_${stem})
    endforeach()
  endif()
endfunction()

# Puts files into a module as texts, so that the program is one file:
#
#   weft_embed(annotate shipped_domains ${PROJECT_SOURCE_DIR}/share/domains/*.domain.toml)
#
# defines weft::annotate::shipped_domains(), declared in a header of the module as
# `std::span<const EmbeddedFile> shipped_domains();` (base/embedded_file.h). A file is named by what stands before its
# first dot.
function(weft_embed module function)
  file(GLOB files CONFIGURE_DEPENDS ${ARGN})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  set(rows)
  foreach(file IN LISTS files)
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} text)
    string(APPEND rows "    {\"${name}\", R\"~weft~(${text})~weft~\"sv},\n")
  endforeach()
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${function}.cc)
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT [=[
#include <span>

#include "base/embedded_file.h"

namespace weft::@module@ {

std::span<const EmbeddedFile> @function@() {
  using namespace std::string_view_literals;  // Of any length, without counting at compile time.
  static constexpr EmbeddedFile kFiles[] = {
@rows@  };
  return kFiles;
}

}  // namespace weft::@module@
]=])
  set_source_files_properties(${output} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
  target_sources(weft_${module} PRIVATE ${output})
endfunction()
