# The script of hitmap_embed. Writes OUTPUT, a C++ source that defines FUNCTION of HEADER. The function returns the texts
# of the files NAMES (comma-separated, relative to ROOT), which are stored as raw strings.
string(REPLACE "," ";" names "${NAMES}")
set(source "#include \"${HEADER}\"\n\nnamespace hitmap {\n\nstd::span<const EmbeddedText> ${FUNCTION}() {\n    static constexpr EmbeddedText texts[] = {\n")
foreach(name IN LISTS names)
  file(READ ${ROOT}/${name} text)
  string(APPEND source "{\"${name}\", R\"__(${text})__\"},\n")
endforeach()
string(APPEND source "    };\n    return texts;\n}\n\n} // namespace hitmap\n")
file(WRITE ${OUTPUT} "${source}")
