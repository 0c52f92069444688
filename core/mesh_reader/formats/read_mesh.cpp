#include "core/mesh_reader/formats/read_mesh.h"

#include "core/base/error.h"
#include "core/base/text/byte_order_mark.h"
#include "core/geometry/collada_axis.h"
#include "core/geometry/file_ending.h"
#include "core/mesh_reader/formats/assimp_reader.h"
#include "core/mesh_reader/formats/collada_scan.h"
#include "core/mesh_reader/formats/gltf_reader.h"
#include "core/mesh_reader/formats/mapped_file.h"
#include "core/mesh_reader/formats/obj_reader.h"
#include "core/mesh_reader/formats/ply_reader.h"
#include "core/mesh_reader/formats/stl_reader.h"
#include "core/mesh_reader/formats/unpacked.h"
#include "core/mesh_reader/polygons/mesh_joiner.h"

#include <memory>
#include <string>

namespace hitmap {

namespace {

using ReadFormat = void (*)(std::string_view, MeshFolder&, MeshSink&, const JobContext&);

/// Adapts the reader of a format that consists of a single file.
template <void (*read)(std::string_view, const std::string&, MeshSink&, const JobContext&)>
void without_folder(std::string_view bytes, MeshFolder& folder, MeshSink& sink, const JobContext& job) {
    read(bytes, folder.mesh(), sink, job);
}

struct Format {
    std::string_view ending;
    std::string_view begin; ///< first bytes of such a file; empty: not recognised by content
    ReadFormat read;
};

constexpr Format formats[] = {
    {".ply", "ply", without_folder<read_ply>},
    {".obj", "", without_folder<read_obj>},
    {".stl", "", without_folder<read_stl>},
    {".gltf", "", read_gltf},
    {".glb", "glTF", read_gltf},
};

const Format* format_of(const std::string& file, std::string_view bytes) {
    const std::string ending = lower_case_ending(file);
    for (const Format& format : formats)
        if (ending == format.ending) return &format;
    for (const Format& format : formats)
        if (!format.begin.empty() && without_byte_order_mark(bytes).starts_with(format.begin)) return &format;
    return nullptr;
}

std::unique_ptr<MappedFile> map(MeshFolder& folder) {
    const std::string& file = folder.mesh();
    const int descriptor = folder.open(file);
    if (descriptor < 0) throw FileError(file, "", "the file does not exist");
    try {
        return std::make_unique<MappedFile>(descriptor);
    } catch (const Error& error) {
        throw FileError(file, "", error.what());
    }
}

ColladaTurn turn_of(std::string_view collada) {
    return import_turns(declared_up_axis(collada).value_or("")) ? ColladaTurn::as_declared
                                                                : ColladaTurn::none;
}

} // namespace

ReadMesh read_mesh(MeshFolder& folder, const JobContext& job) {
    const std::string& file = folder.mesh();
    MeshJoiner joiner(file, job);
    auto mapped = map(folder);
    std::string inside; // of a compressed file
    std::string_view bytes = mapped->bytes();
    const bool is_packed = is_gzip(bytes);
    if (is_packed) bytes = inside = unpacked(bytes, folder, job);
    if (const Format* format = format_of(file, bytes)) {
        format->read(bytes, folder, joiner, job);
    } else if (is_packed) {
        throw FileError(
            file, "",
            "expected PLY, OBJ, STL or glTF as the contents of a file of gzip, found another format: "
            "unpack it first");
    } else {
        auto turn = ColladaTurn::as_declared;
        if (is_collada(bytes)) {
            scan_collada(bytes, file, joiner.report(), job);
            turn = turn_of(bytes);
        }
        mapped.reset();
        read_by_assimp(folder, joiner, turn, job);
    }
    return joiner.finish();
}

} // namespace hitmap
