# libbivouac, shared and static, and where `cmake --install` puts it: component `library`.
include(GNUInstallDirs)

file(GLOB LIBRARY_C CONFIGURE_DEPENDS src/library/*.c)
add_library(library STATIC ${LIBRARY_C})
target_include_directories(library PUBLIC include)
target_link_libraries(library PUBLIC search)
set_target_properties(library PROPERTIES ${SHAREABLE})

set(EVERYTHING $<TARGET_OBJECTS:rules> $<TARGET_OBJECTS:search> $<TARGET_OBJECTS:library>)
add_library(libbivouac_static STATIC ${EVERYTHING})
add_library(libbivouac_shared SHARED ${EVERYTHING})
set_target_properties(libbivouac_static libbivouac_shared PROPERTIES OUTPUT_NAME bivouac LINKER_LANGUAGE C)

# The number of the interface stands in the header, that of the release in VERSION.
file(STRINGS include/bivouac.h ABI_LINE REGEX "^#define BIVOUAC_ABI ")
string(REGEX MATCH "[0-9]+" BIVOUAC_ABI ${ABI_LINE})
set(MAP ${CMAKE_SOURCE_DIR}/src/library/bivouac.map)
set_target_properties(libbivouac_shared PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${BIVOUAC_ABI} LINK_DEPENDS ${MAP})
target_link_options(libbivouac_shared PRIVATE -Wl,--version-script=${MAP})

# The file for pkg-config finds the prefix from where it lies, so that an installed tree can be moved.
file(RELATIVE_PATH BIVOUAC_PREFIX_FROM_PC ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" BIVOUAC_PREFIX_FROM_PC ${BIVOUAC_PREFIX_FROM_PC})
configure_file(src/library/bivouac.pc.in bivouac.pc @ONLY)

install(TARGETS libbivouac_shared libbivouac_static COMPONENT library)
install(FILES include/bivouac.h TYPE INCLUDE COMPONENT library)
install(FILES ${CMAKE_BINARY_DIR}/bivouac.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)
