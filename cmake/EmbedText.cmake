# cmake -DINPUT=a.cpp -DNAME=core/room/a.cpp -DVARIABLE=a_source -DHEADER=core/room/b.h -DOUTPUT=a_text.cpp -P EmbedText.cmake
# Writes a C++ file that defines VARIABLE, declared in HEADER as a struct of two string views: file and text.
file(READ ${INPUT} text)
if(text MATCHES "\\)embedded\"")
  message(FATAL_ERROR "${INPUT} contains the delimiter that embedding it needs")
endif()
file(WRITE ${OUTPUT} "#include \"${HEADER}\"\n\nnamespace hitmap {\n\nconst KernelSource ${VARIABLE}{\"${NAME}\", R\"embedded(${text})embedded\"};\n\n} // namespace hitmap\n")
