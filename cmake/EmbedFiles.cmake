# Script of hitmap_embed: writes OUTPUT, a C++ source with the texts of the files NAMES (comma-separated,
# relative to ROOT) as raw strings.
string(REPLACE "," ";" names "${NAMES}")
set(source "#include \"render/embedded.h\"\n\nnamespace hitmap {\n\nstd::span<const EmbeddedText> embedded_texts() {\n    static constexpr EmbeddedText texts[] = {\n")
foreach(name IN LISTS names)
  file(READ ${ROOT}/${name} text)
  string(APPEND source "{\"${name}\", R\"__(${text})__\"},\n")
endforeach()
string(APPEND source "    };\n    return texts;\n}\n\n} // namespace hitmap\n")
file(WRITE ${OUTPUT} "${source}")
