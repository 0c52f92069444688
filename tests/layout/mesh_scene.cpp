#include "tests/layout/mesh_scene.h"

#include "core/trace/hmt/file/hmt_writer.h"

#include <cstring>
#include <sstream>
#include <utility>

namespace hitmap::test {

namespace {

/// Instructions by their numbers; those of vertices and normals come in threes.
enum SceneInstruction : std::uint32_t {
    load_record = 0,
    load_index = 1,
    load_position = 4,
    load_normal = 13,
    store_result = 16,
    scene_instructions = 17
};

template <class T>
Allocation named(const char* name, std::uint64_t address, const std::vector<T>& values) {
    Allocation allocation;
    allocation.name = name;
    allocation.address = address;
    allocation.bytes = values.size() * sizeof(T);
    allocation.contents.resize(allocation.bytes);
    std::memcpy(allocation.contents.data(), values.data(), allocation.bytes);
    return allocation;
}

RecordingInfo scene_info(const MeshScene& scene, const FaceProgram& program, std::size_t results,
                         const SceneAddresses& at) {
    RecordingInfo info;
    info.device = {"", 1, 8};
    std::vector<std::uint32_t> meshes;
    for (std::size_t m = 0; m < scene.first_faces.size(); ++m)
        meshes.insert(meshes.end(), {3 * scene.first_faces[m], scene.base_vertices[m], 0, 0});
    info.allocations = {named("meshes", at.meshes, meshes), named("indices", at.indices, scene.indices),
                        named("vertices", at.vertices, scene.vertices)};
    if (program.has_normals) info.allocations.push_back(named("normals", at.normals, scene.vertices));
    Allocation image;
    image.name = "results";
    image.address = at.results;
    image.bytes = 4 * results;
    info.allocations.push_back(image);
    info.instructions.resize(scene_instructions);
    for (std::uint32_t i = 0; i < scene_instructions; ++i)
        info.instructions[i].bytes_per_lane = 4;
    info.instructions[load_record].bytes_per_lane = 16;
    for (const std::uint32_t first : {load_position, load_normal})
        for (std::uint32_t corner = 0; corner < (first == load_position ? 9U : 3U); ++corner)
            info.instructions[first + corner].bytes_per_lane =
                first == load_position && program.by_floats ? 4 : 12;
    info.instructions[store_result].operation = Operation::store;
    return info;
}

class SceneWriter {
public:
    SceneWriter(const MeshScene& scene, const FaceProgram& program, const SceneAddresses& at,
                RecordingSink& sink)
        : scene_(scene), program_(program), at_(at), sink_(sink) {}

    void add(std::uint32_t number, std::uint32_t slot) {
        request_.warp = request_.slot = number % 8;
        std::size_t mesh = 0;
        while (mesh + 1 < scene_.first_faces.size() && scene_.first_faces[mesh + 1] <= slot)
            ++mesh;
        if (program_.has_table) load(load_record, at_.meshes + 16 * mesh);
        std::istringstream words(program_.loads);
        char kind = 0;
        for (std::uint32_t corner = 0; words >> kind >> corner;) {
            if (kind == 'i')
                load(load_index + (program_.one_instruction ? 0 : corner),
                     at_.indices + 12ULL * slot + 4 * corner);
            else
                load_vertex(corner, scene_.faces[slot][static_cast<int>(corner)]);
        }
        load(store_result, at_.results + 4ULL * number);
    }

private:
    void load_vertex(std::uint32_t corner, std::uint32_t number) {
        const std::uint32_t site = program_.one_instruction ? 0 : corner;
        for (std::uint32_t part = 0; part < (program_.by_floats ? 3U : 1U); ++part)
            load(load_position + 3 * site + part, at_.vertices + 12ULL * number + 4 * part);
        if (program_.has_normals) load(load_normal + site, at_.normals + 12ULL * number);
    }
    void load(std::uint32_t instruction, std::uint64_t address) {
        request_.instruction = instruction;
        request_.mask = 1;
        request_.address[0] = address;
        sink_.add(request_);
    }

    const MeshScene& scene_;
    const FaceProgram& program_;
    const SceneAddresses& at_;
    RecordingSink& sink_;
    Request request_;
};

} // namespace

MeshScene scene_of(const std::vector<SmallMesh>& meshes) {
    MeshScene scene;
    for (const SmallMesh& mesh : meshes) {
        const auto base = static_cast<std::uint32_t>(scene.vertices.size());
        scene.first_faces.push_back(static_cast<std::uint32_t>(scene.faces.size()));
        scene.base_vertices.push_back(base);
        scene.vertices.insert(scene.vertices.end(), mesh.vertices.begin(), mesh.vertices.end());
        for (const glm::uvec3& face : mesh.faces) {
            scene.indices.push_back(face);
            scene.faces.push_back(face + glm::uvec3(base));
        }
    }
    return scene;
}

SmallMesh strip(std::uint32_t vertices, float left) {
    SmallMesh mesh;
    for (std::uint32_t v = 0; v < vertices; ++v)
        mesh.vertices.emplace_back(left + 0.5F * static_cast<float>(v), v % 2 == 0 ? 1.0F : 2.0F, 1.0F);
    for (std::uint32_t v = 0; v + 2 < vertices; ++v)
        mesh.faces.emplace_back(v, v + 1 + v % 2, v + 2 - v % 2);
    return mesh;
}

std::vector<std::byte> scene_recording_bytes(const MeshScene& scene, const FaceProgram& program,
                                             const std::vector<std::uint32_t>& read,
                                             const SceneAddresses& addresses) {
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes));
    sink->begin(scene_info(scene, program, read.size(), addresses), nullptr);
    sink->begin_launch({});
    SceneWriter writer(scene, program, addresses, *sink);
    for (std::uint32_t number = 0; number < read.size(); ++number)
        writer.add(number, read[number]);
    sink->finish();
    return bytes;
}

HmtFile scene_recording(const MeshScene& scene, const FaceProgram& program,
                        const std::vector<std::uint32_t>& read, const SceneAddresses& addresses) {
    return HmtFile(open_memory(scene_recording_bytes(scene, program, read, addresses), "scene"));
}

} // namespace hitmap::test
