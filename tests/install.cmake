# Installs the library into a folder of its own and builds the examples against it, as somebody outside would; then
# runs them and compares what they print with what they should.
#
#   cmake -DBUILD=build/release -DSOURCE=. -DWORK=build/install-test -P tests/install.cmake
function(run directory)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${directory} RESULT_VARIABLE result OUTPUT_VARIABLE output
                  ERROR_VARIABLE error)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command} failed:\n${output}${error}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# The output of an example must match a regular expression.
function(expect example pattern)
  run(${SOURCE}/examples ${WORK}/build/${example} ${ARGN})
  if(NOT output MATCHES "${pattern}")
    message(FATAL_ERROR "${example} printed:\n${output}\nwhich does not match ${pattern}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
run(${WORK} ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix --component library)
run(${WORK} ${CMAKE_COMMAND} -S ${SOURCE}/examples -B ${WORK}/build -G Ninja -DCMAKE_BUILD_TYPE=Debug
    -DCMAKE_PREFIX_PATH=${WORK}/prefix)
run(${WORK} ${CMAKE_COMMAND} --build ${WORK}/build)

set(archive pages/books.warc)
set(site ${WORK}/books.site)
expect(select "^The Salt Road: .12.50\n.*The Quiet Mill: .13.30\n$")
expect(mine_table "title.*\n.*\"The Salt Road\".*12.50")
expect(learn_and_extract "book/1.html .\"title\":\"The Salt Road\",\"price\":\".12.50\".*book/8.html .*Quiet Mill.*13.30" ${archive} ${site})
expect(domain_site "\"title\":\"The Salt Road\".*Jane Roberts.*9780141439518")
expect(markdown "^# Quay Street bridge reopens\n\nRuth Klein, 2024-05-03.*eleven months.*## What changes.*ring road")
expect(watch_site "book is healthy\n.*learned again: title\n.*The Salt Road.*.12.50" ${archive} ${site})

# As a part of another project, which need not warn as this one does.
file(WRITE ${WORK}/outside/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)
project(outside CXX)
add_subdirectory(${SOURCE} weft EXCLUDE_FROM_ALL)
if(WEFT_WERROR)
  message(FATAL_ERROR \"warnings are errors for others, too\")
endif()
add_executable(mine ${SOURCE}/examples/select.cc)
target_link_libraries(mine PRIVATE weft::weft)
")
run(${WORK} ${CMAKE_COMMAND} -S ${WORK}/outside -B ${WORK}/outside-build -G Ninja)
run(${WORK} ${CMAKE_COMMAND} --build ${WORK}/outside-build --target mine -- -n)

# What the installed headers include: the standard library and each other.
find_program(COMPILER NAMES c++ g++ clang++ REQUIRED)
run(${WORK} ${COMPILER} -std=c++20 -Iprefix/include -M prefix/include/weft/weft.h)
if(NOT output MATCHES "prefix/include/weft/site.h" OR output MATCHES "nlohmann|CLI11?/|/fmt/|/unicode/|simdjson|/re2/|sqlite3|libxml")
  message(FATAL_ERROR "the installed headers include those of other libraries:\n${output}")
endif()

# Names that the library shows besides weft's own would clash with those of its users.
find_program(NM nm REQUIRED)
run(${WORK} sh -c "${NM} -DC --defined-only prefix/lib*/libweft.so prefix/lib*/*/libweft.so 2>/dev/null | grep -cE ' T (CLI|nlohmann)::' || true")
string(STRIP "${output}" shown)
if(NOT shown EQUAL 0)
  message(FATAL_ERROR "the shared library shows ${shown} names of other libraries")
endif()
