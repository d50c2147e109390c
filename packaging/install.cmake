# What `cmake --install` puts where, besides libbivouac: the program with all that belongs to it (component `program`)
# and what a machine needs that keeps a server open (component `server`).
set(BIVOUAC_UNIT_DIR lib/systemd/system CACHE STRING "Where the unit for systemd goes")
set(BIVOUAC_SYSUSERS_DIR lib/sysusers.d CACHE STRING "Where the user is declared for systemd")
set(BIVOUAC_ZSH_DIR ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING "Where the completion for zsh goes")
set(PACKAGING ${CMAKE_SOURCE_DIR}/packaging)

install(TARGETS bivouac RUNTIME COMPONENT program)
install(DIRECTORY boards DESTINATION ${CMAKE_INSTALL_DATADIR}/bivouac COMPONENT program FILES_MATCHING PATTERN *.board)
# The pages are built by tools/build-web; without them a server opens, too.
install(DIRECTORY web/dist/ DESTINATION ${CMAKE_INSTALL_DATADIR}/bivouac/web COMPONENT program OPTIONAL)
install(FILES LICENSE README.md LISEZMOI.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(FILES ${PACKAGING}/bivouac.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT program)
install(FILES web/static/icon.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps RENAME bivouac.svg COMPONENT program)
install(FILES ${PACKAGING}/completions/bivouac.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME bivouac COMPONENT program)
install(FILES ${PACKAGING}/completions/_bivouac DESTINATION ${BIVOUAC_ZSH_DIR} COMPONENT program)
install(FILES ${PACKAGING}/completions/bivouac.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)

# The manual, where scdoc is there to typeset it. That is seen at every build and not kept from the first configuration: a page
# that could not be made is tried again, and found by the next installation.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/man/fr)
function(manual component language page)
  set(source ${PACKAGING}/man/${language}/${page}.scd)
  set(result ${CMAKE_BINARY_DIR}/man/${language}/${page})
  string(REGEX MATCH "[0-9]$" section ${page})
  string(REPLACE . en words ${language})
  add_custom_command(OUTPUT ${result} COMMAND ${PACKAGING}/typeset $<TARGET_FILE:bivouac> ${words} ${source} ${result}
    DEPENDS bivouac ${source} ${PACKAGING}/typeset VERBATIM)
  set_property(GLOBAL APPEND PROPERTY MANUAL ${result})
  install(FILES ${result} DESTINATION ${CMAKE_INSTALL_MANDIR}/${language}/man${section} COMPONENT ${component} OPTIONAL)
endfunction()
foreach(language . fr)
  manual(program ${language} bivouac.1)
  if(BIVOUAC_SERVER)
    manual(server ${language} bivouac-server.8)
    manual(server ${language} bivouac.conf.5)
  endif()
endforeach()
get_property(MANUAL GLOBAL PROPERTY MANUAL)
add_custom_target(manual ALL DEPENDS ${MANUAL})

if(BIVOUAC_SERVER)
  # /etc for a system in /usr, etc/ below any other prefix.
  set(CONFIG_DIR ${CMAKE_INSTALL_SYSCONFDIR}/bivouac)
  if(NOT CMAKE_INSTALL_FULL_SYSCONFDIR STREQUAL "${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_SYSCONFDIR}")
    set(CONFIG_DIR ${CMAKE_INSTALL_FULL_SYSCONFDIR}/bivouac)
  endif()
  # The defaults as the program itself prints them, but for the one thing that a system decides.
  add_custom_command(
    OUTPUT ${CMAKE_BINARY_DIR}/bivouac.conf
    COMMAND bivouac serve --print-config > bivouac.conf.printed
    COMMAND sed "s|^#data = .*|data = /var/lib/bivouac|" bivouac.conf.printed > bivouac.conf
    DEPENDS bivouac VERBATIM)
  add_custom_target(configuration ALL DEPENDS ${CMAKE_BINARY_DIR}/bivouac.conf)
  configure_file(${PACKAGING}/bivouac-server.service.in bivouac-server.service @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/bivouac.conf DESTINATION ${CONFIG_DIR} COMPONENT server)
  install(FILES ${CMAKE_BINARY_DIR}/bivouac-server.service DESTINATION ${BIVOUAC_UNIT_DIR} COMPONENT server)
  install(FILES ${PACKAGING}/bivouac-server.sysusers DESTINATION ${BIVOUAC_SYSUSERS_DIR} RENAME bivouac-server.conf COMPONENT server)
endif()
