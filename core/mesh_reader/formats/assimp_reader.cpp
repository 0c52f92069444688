#include "core/mesh_reader/formats/assimp_reader.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/geometry/mesh_formats.h"
#include "core/mesh_reader/formats/assimp_files.h"

#include <assimp/Importer.hpp>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <new>
#include <string_view>

namespace hitmap {

namespace {

constexpr std::size_t faces_per_step = std::size_t{1} << 16U;

/// One mesh at one node of the scene's tree.
struct Instance {
    unsigned mesh;
    Placement placement;
};

/// Instances in depth-first order of the nodes. The stack is explicit, because the file determines the depth
/// of the tree.
std::vector<Instance> instances_of(const aiScene& scene) {
    struct Visit {
        const aiNode* node;
        aiMatrix4x4t<double> above;
    };
    std::vector<Instance> instances;
    std::vector<Visit> pending;
    if (scene.mRootNode != nullptr) pending.push_back({scene.mRootNode, {}});
    while (!pending.empty()) {
        const Visit visit = pending.back();
        pending.pop_back();
        const aiMatrix4x4t<double> m = visit.above * aiMatrix4x4t<double>(visit.node->mTransformation);
        for (unsigned i = 0; i < visit.node->mNumMeshes; ++i) {
            const unsigned number = visit.node->mMeshes[i];
            if (number >= scene.mNumMeshes) continue;
            // Both glm's constructor and its matrices are column-major.
            const glm::dmat3 linear(m.a1, m.b1, m.c1, m.a2, m.b2, m.c2, m.a3, m.b3, m.c3);
            instances.push_back({number, {linear, {m.a4, m.b4, m.c4}}});
        }
        for (unsigned i = visit.node->mNumChildren; i > 0; --i)
            pending.push_back({visit.node->mChildren[i - 1], m});
    }
    return instances;
}

/// Whether assimp's message is about lack of memory: assimp catches exceptions of the standard library and
/// keeps their messages only.
bool is_lack_of_memory(std::string_view reason) {
    return reason == std::bad_alloc().what() || reason.starts_with("vector::") ||
           reason.starts_with("basic_string::");
}

class Reader {
public:
    Reader(MeshFolder& folder, MeshSink& sink, ColladaTurn turn, const JobContext& job)
        : folder_(folder), sink_(sink), job_(job), files_(new WatchedFiles(folder, job)) {
        importer_.SetIOHandler(files_); // the importer takes ownership
        // Prevents assimp from making a mesh of bones in a file without a mesh.
        importer_.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
        importer_.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, turn == ColladaTurn::none);
    }

    void read() {
        const aiScene& scene = import();
        declare(scene);
        const std::vector<Instance> instances = instances_of(scene);
        warn_of_meshes_without_node(scene, instances);
        unsigned made = scene.mNumMeshes;
        for (const Instance& instance : instances) {
            if (instance.mesh != made) make(scene, instance.mesh);
            made = instance.mesh;
            // A mesh that consists of points may have no faces.
            const aiMesh& mesh = *scene.mMeshes[instance.mesh];
            if (mesh.mNumFaces == 0 && mesh.mPrimitiveTypes == aiPrimitiveType_POINT)
                sink_.report().dropped_points += mesh.mNumVertices;
            sink_.report().dropped_points += points_;
            sink_.report().dropped_lines += lines_;
            sink_.add(mesh_, instance.placement);
        }
        sink_.report().unused_vertices = 0; // meaningless: assimp makes a vertex of each corner of a line
    }

private:
    const aiScene& import() {
        const aiScene* scene = nullptr;
        std::string reason;
        try {
            scene = importer_.ReadFile(folder_.mesh(), aiProcess_Triangulate);
            reason = importer_.GetErrorString();
        } catch (const std::bad_alloc&) {
            throw;
        } catch (const std::exception& exception) { // some loaders let exceptions through
            reason = exception.what();
        }
        job_.check();
        files_->check();
        if (scene != nullptr) return *scene;
        if (is_lack_of_memory(reason)) throw std::bad_alloc();
        if (reason.starts_with("No suitable reader")) reason = unknown_mesh_format_text;
        throw FileError(folder_.mesh(), "", fmt::format("expected {}: {}", mesh_formats_text, reason));
    }

    void declare(const aiScene& scene) {
        std::vector<ImportCount>& declared = sink_.report().declared;
        if (declared.empty() && scene.mNumMeshes != 0)
            declared.push_back({"mesh", "meshes", scene.mNumMeshes});
    }

    void warn_of_meshes_without_node(const aiScene& scene, const std::vector<Instance>& instances) {
        std::vector<bool> has_node(scene.mNumMeshes, false);
        for (const Instance& instance : instances)
            has_node[instance.mesh] = true;
        std::size_t without = 0;
        for (const bool has : has_node)
            without += has ? 0U : 1U;
        if (without != 0)
            sink_.report().warnings.push_back(
                counted_text(without, "mesh is left out: no node of the scene has it",
                             "meshes are left out: no node of the scene has them"));
    }

    void make(const aiScene& scene, unsigned number) {
        const aiMesh& mesh = *scene.mMeshes[number];
        mesh_ = {};
        points_ = lines_ = 0;
        mesh_.name = fmt::format("mesh {}", number);
        mesh_.positions.reserve(mesh.mNumVertices);
        for (unsigned v = 0; v < mesh.mNumVertices; ++v)
            mesh_.positions.emplace_back(mesh.mVertices[v].x, mesh.mVertices[v].y, mesh.mVertices[v].z);
        for (unsigned v = 0; mesh.HasNormals() && v < mesh.mNumVertices; ++v)
            mesh_.normals.emplace_back(mesh.mNormals[v].x, mesh.mNormals[v].y, mesh.mNormals[v].z);
        for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
            if (f % faces_per_step == 0) job_.check();
            add_face(mesh, f);
        }
        if (mesh.HasNormals()) mesh_.normal_triangles = mesh_.triangles;
    }

    void add_face(const aiMesh& mesh, unsigned number) {
        const aiFace& face = mesh.mFaces[number];
        for (unsigned c = 0; c < face.mNumIndices; ++c)
            if (face.mIndices[c] >= mesh.mNumVertices)
                throw FileError(folder_.mesh(), fmt::format("{}, face {}", mesh_.name, number),
                                fmt::format("expected a vertex number below {}, found {}", mesh.mNumVertices,
                                            face.mIndices[c]));
        points_ += face.mNumIndices == 1 ? 1 : 0;
        lines_ += face.mNumIndices == 2 ? 1 : 0;
        // Polygons with more than three corners remain only if assimp found no triangulation. A fan covers
        // them.
        for (unsigned c = 2; c < face.mNumIndices; ++c)
            mesh_.triangles.emplace_back(face.mIndices[0], face.mIndices[c - 1], face.mIndices[c]);
    }

    MeshFolder& folder_;
    MeshSink& sink_;
    const JobContext& job_;
    Assimp::Importer importer_;
    WatchedFiles* files_;
    RawMesh mesh_; // the mesh being read
    std::uint64_t points_ = 0;
    std::uint64_t lines_ = 0;
};

} // namespace

void read_by_assimp(MeshFolder& folder, MeshSink& sink, ColladaTurn turn, const JobContext& job) {
    job.begin("reading the mesh");
    Reader(folder, sink, turn, job).read();
}

} // namespace hitmap
