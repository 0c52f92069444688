# hitmap_embed(TARGET FILES a b ...): compiles text files into TARGET, to be had by embedded_text("path from the
# top"). The target provides the header render/embedded.h.
function(hitmap_embed TARGET)
  cmake_parse_arguments(EMBED "" "" "FILES" ${ARGN})
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${TARGET}_embedded.cpp)
  set(paths ${EMBED_FILES})
  list(TRANSFORM paths PREPEND ${CMAKE_SOURCE_DIR}/)
  string(REPLACE ";" "," names "${EMBED_FILES}")
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DROOT=${CMAKE_SOURCE_DIR} -DNAMES=${names}
            -P ${CMAKE_SOURCE_DIR}/cmake/EmbedFiles.cmake
    DEPENDS ${paths} ${CMAKE_SOURCE_DIR}/cmake/EmbedFiles.cmake
    COMMENT "Embedding shaders and colour maps" VERBATIM)
  target_sources(${TARGET} PRIVATE ${output})
endfunction()
