# hitmap_embed(TARGET FUNCTION f HEADER h FILES a b ...): compiles text files into TARGET. The function std::span<const
# EmbeddedText> f(), which the header h declares, returns them. Names are paths from the top.
function(hitmap_embed TARGET)
  cmake_parse_arguments(EMBED "" "FUNCTION;HEADER" "FILES" ${ARGN})
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${TARGET}_embedded.cpp)
  set(paths ${EMBED_FILES})
  list(TRANSFORM paths PREPEND ${CMAKE_SOURCE_DIR}/)
  string(REPLACE ";" "," names "${EMBED_FILES}")
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DROOT=${CMAKE_SOURCE_DIR} -DNAMES=${names}
            -DFUNCTION=${EMBED_FUNCTION} -DHEADER=${EMBED_HEADER}
            -P ${CMAKE_SOURCE_DIR}/cmake/EmbedFiles.cmake
    DEPENDS ${paths} ${CMAKE_SOURCE_DIR}/cmake/EmbedFiles.cmake
    COMMENT "Embedding the files of ${TARGET}" VERBATIM)
  target_sources(${TARGET} PRIVATE ${output})
endfunction()
