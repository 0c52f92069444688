# cmake -DDIRECTORY=/top/core/module -DNAME=core/module -DFILES=a.cpp,b.cpp -DOUTPUT=text.cpp -P EmbedText.cmake
# Writes a C++ file that defines kernel_sources() of core/raytracer/kernel_source.h, which returns names and texts of the
# files.
string(REPLACE "," ";" files "${FILES}")
set(rows "")
foreach(file IN LISTS files)
  file(READ ${DIRECTORY}/${file} text)
  if(text MATCHES "\\)embedded\"")
    message(FATAL_ERROR "${file} contains the delimiter that embedding it needs")
  endif()
  string(APPEND rows "    KernelSource{\"${NAME}/${file}\", R\"embedded(${text})embedded\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"core/raytracer/kernel_source.h\"

namespace hitmap {

std::span<const KernelSource> kernel_sources() {
    static constexpr KernelSource sources[] = {
${rows}    };
    return sources;
}

} // namespace hitmap
")
