#include "core/mesh_reader/read/read_mesh.h"

#include "core/base/error.h"
#include "core/mesh_reader/files/mapped_file.h"
#include "core/mesh_reader/formats/assimp_reader.h"
#include "core/mesh_reader/formats/collada_scan.h"
#include "core/mesh_reader/formats/gltf_reader.h"
#include "core/mesh_reader/formats/obj_reader.h"
#include "core/mesh_reader/formats/ply_reader.h"
#include "core/mesh_reader/formats/stl_reader.h"
#include "core/mesh_reader/polygons/mesh_joiner.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>

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
    std::string ending = std::filesystem::path(file).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const Format& format : formats)
        if (ending == format.ending) return &format;
    for (const Format& format : formats)
        if (!format.begin.empty() && bytes.starts_with(format.begin)) return &format;
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

} // namespace

ReadMesh read_mesh(MeshFolder& folder, const JobContext& job) {
    const std::string& file = folder.mesh();
    MeshJoiner joiner(file, job);
    auto mapped = map(folder);
    if (const Format* format = format_of(file, mapped->bytes())) {
        format->read(mapped->bytes(), folder, joiner, job);
    } else {
        if (is_collada(mapped->bytes())) scan_collada(mapped->bytes(), file, joiner.report(), job);
        mapped.reset();
        read_by_assimp(folder, joiner, job);
    }
    return joiner.finish();
}

} // namespace hitmap
