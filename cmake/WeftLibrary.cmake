# libweft: all modules in one library, shared and static, that shows include/weft and nothing else; and its installation.
#
#   find_package(weft REQUIRED)                       # weft::weft, the shared library
#   target_link_libraries(mine PRIVATE weft::weft)    # or: pkg-config --cflags --libs weft
#
# As a part of another project: add_subdirectory(weft EXCLUDE_FROM_ALL), and weft::weft again.
#
# Built with the tests, or when asked for (`make install`): programs of this repository link the modules themselves.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(objects)
set(modules)
foreach(module IN LISTS WEFT_MODULES)
  if(TARGET weft_${module})
    list(APPEND modules weft_${module})
    get_target_property(type weft_${module} TYPE)
    if(type STREQUAL STATIC_LIBRARY)
      list(APPEND objects $<TARGET_OBJECTS:weft_${module}>)
    endif()
  endif()
endforeach()

add_library(weft_shared SHARED ${objects})
target_link_libraries(weft_shared PRIVATE ${modules})  # For what these link; their own code is in already.
target_link_options(weft_shared PRIVATE -fuse-ld=lld -Wl,--no-undefined)
add_library(weft_static STATIC ${objects})
set_target_properties(weft_shared PROPERTIES EXPORT_NAME weft VERSION ${PROJECT_VERSION}
                      SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
foreach(library IN ITEMS weft_shared weft_static)
  set_target_properties(${library} PROPERTIES OUTPUT_NAME weft)
  target_include_directories(${library} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
                             $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
  target_compile_features(${library} INTERFACE cxx_std_20)
  if(NOT WEFT_TESTS)
    set_target_properties(${library} PROPERTIES EXCLUDE_FROM_ALL TRUE)
  endif()
endforeach()

add_library(weft::weft ALIAS weft_shared)

set(config ${CMAKE_INSTALL_LIBDIR}/cmake/weft)
install(TARGETS weft_shared EXPORT weft COMPONENT library)
install(TARGETS weft_static COMPONENT library)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/weft TYPE INCLUDE COMPONENT library)
install(EXPORT weft NAMESPACE weft:: FILE weftConfig.cmake DESTINATION ${config} COMPONENT library)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/weftConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/weftConfigVersion.cmake DESTINATION ${config} COMPONENT library)

# What the static library needs besides itself.
set(requires "fmt re2 icu-uc icu-i18n sqlite3 libcurl libpsl libpq libdeflate libzstd libbrotlidec zlib simdjson libxxhash libxml-2.0 libxslt poppler-cpp")
file(RELATIVE_PATH up /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)  # So that the tree may be moved.
configure_file(${PROJECT_SOURCE_DIR}/cmake/weft.pc.in ${PROJECT_BINARY_DIR}/weft.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/weft.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)
