#include "core/layout/apply/mesh_match.h"

#include "core/base/error.h"
#include "core/base/text/byte_order_mark.h"
#include "core/trace/io/byte_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>

namespace hitmap {

namespace {

constexpr double enough = 0.9;             ///< share of observed faces that must be faces of the mesh
constexpr std::size_t sampled_faces = 256; ///< to decide on a shift

/// Faces by their vertices in order.
class FaceFinder {
public:
    explicit FaceFinder(const Mesh& mesh, const JobContext& job) {
        faces_.reserve(mesh.faces.size());
        for (std::uint32_t f = 0; f < mesh.faces.size(); ++f) {
            if (f % (1U << 16U) == 0) job.check();
            faces_.emplace(mesh.faces[f], f);
        }
    }
    [[nodiscard]] bool contains(const glm::uvec3& face) const { return faces_.contains(face); }
    /// The faces with these vertices; several only for copies of one face.
    [[nodiscard]] auto equal(const glm::uvec3& face) const { return faces_.equal_range(face); }

private:
    struct Hash {
        std::size_t operator()(const glm::uvec3& f) const {
            return (f.x * 0x9e3779b97f4a7c15ULL ^ f.y * 0xbf58476d1ce4e5b9ULL) * 31 +
                   f.z * 0x94d049bb133111ebULL;
        }
    };
    std::unordered_multimap<glm::uvec3, std::uint32_t, Hash> faces_;
};

glm::uvec3 shifted(const glm::uvec3& face, std::uint64_t shift) {
    return face + glm::uvec3(static_cast<std::uint32_t>(shift));
}

/// The shift of vertices with which most of the sampled faces are faces of the mesh, and their share.
std::pair<std::uint64_t, double> best_shift(const FaceFinder& finder, const MeshMatchInput& input,
                                            const JobContext& job) {
    std::vector<glm::uvec3> sample;
    for (const auto& [slot, face] : input.observed) {
        sample.push_back(face);
        if (sample.size() == sampled_faces) break;
    }
    std::pair<std::uint64_t, double> best{0, -1.0};
    for (std::uint64_t shift = 0; shift <= input.most_shift; shift += input.shift_step) {
        job.check();
        const auto found = std::count_if(sample.begin(), sample.end(), [&](const glm::uvec3& face) {
            return finder.contains(shifted(face, shift));
        });
        const double share = static_cast<double>(found) / static_cast<double>(sample.size());
        if (share > best.second) best = {shift, share};
        if (best.second == 1.0) break;
    }
    return best;
}

/// The faces with the same vertices; nothing if too few of them are faces of the mesh.
std::optional<MeshMatch> match_by_vertices(const Mesh& mesh, const MeshMatchInput& input,
                                           const JobContext& job) {
    if (input.observed.empty()) return std::nullopt;
    const FaceFinder finder(mesh, job);
    const auto [shift, share] = best_shift(finder, input, job);
    if (share < enough) return std::nullopt;
    MeshMatch match;
    match.vertex_shift = shift;
    match.face_source.assign(input.slots, -1);
    std::vector<std::pair<std::uint32_t, glm::uvec3>> observed(input.observed.begin(), input.observed.end());
    std::sort(observed.begin(), observed.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<bool> used(mesh.faces.size());
    std::uint64_t found = 0;
    for (const auto& [slot, face] : observed) {
        const auto [first, last] = finder.equal(shifted(face, shift));
        // Copies of a face: each is used once, the lowest first. Further slots refer to the lowest again.
        const auto rank = [&](std::uint32_t f) { return std::pair(bool(used[f]), f); };
        std::optional<std::uint32_t> source;
        for (auto same = first; same != last; ++same)
            if (!source || rank(same->second) < rank(*source)) source = same->second;
        if (!source || slot >= match.face_source.size()) continue;
        used[*source] = true;
        match.face_source[slot] = static_cast<std::int32_t>(*source);
        ++found;
    }
    match.how = fmt::format("{} of {} face slots were read and found in the mesh by their vertices", found,
                            input.slots);
    return match;
}

/// Which vertex of the mesh is at each place of memory, from observed faces with known sources. Vertices that
/// no observed face has take the places that are left, in order.
std::vector<std::uint32_t> vertex_order(const Mesh& mesh, const FaceLinks& observed,
                                        const std::vector<std::int32_t>& sources) {
    constexpr std::uint32_t open = ~std::uint32_t{0};
    std::vector<std::uint32_t> order(mesh.positions.size(), open);
    std::vector<bool> placed(mesh.positions.size());
    bool moved = false;
    for (const auto& [slot, face] : observed) {
        if (slot >= sources.size() || sources[slot] < 0) continue;
        const glm::uvec3& source = mesh.faces[static_cast<std::size_t>(sources[slot])];
        for (int corner = 0; corner < 3; ++corner) {
            const std::uint32_t place = face[corner];
            const std::uint32_t vertex = source[corner];
            if (place >= order.size() || (order[place] != open && order[place] != vertex) ||
                (order[place] == open && placed[vertex]))
                throw Error(fmt::format("face slot {}: expected the vertices of face {} of the mesh, found "
                                        "vertex {} where another face has vertex {}",
                                        slot, sources[slot], vertex,
                                        place < order.size() && order[place] != open ? order[place] : place));
            order[place] = vertex;
            placed[vertex] = true;
            moved = moved || place != vertex;
        }
    }
    if (!moved) return {};
    std::uint32_t next = 0;
    for (std::uint32_t& vertex : order) {
        if (vertex != open) continue;
        while (placed[next])
            ++next;
        placed[next] = true;
        vertex = next;
    }
    return order;
}

} // namespace

std::vector<std::int32_t> read_face_sources(const std::string& path, std::uint64_t slots,
                                            std::uint64_t faces) {
    const auto file = open_file(path);
    constexpr std::uint64_t most_line = 16; // bytes of a number and its line end
    if (file->size() > slots * most_line + byte_order_mark.size())
        throw FileError(path, "",
                        fmt::format("expected {} lines of at most {} bytes, found {} bytes", slots, most_line,
                                    file->size()));
    std::string text(file->size(), '\0');
    file->read(0, std::as_writable_bytes(std::span(text)));
    std::vector<std::int32_t> sources;
    const std::string_view lines = without_byte_order_mark(text);
    const char* at = lines.data();
    const char* const end = at + lines.size();
    for (std::size_t line = 1; at != end; ++line) {
        std::int32_t source = 0;
        const auto [after, error] = std::from_chars(at, end, source);
        const bool at_end =
            after == end || *after == '\n' || (*after == '\r' && after + 1 != end && after[1] == '\n');
        if (error != std::errc() || !at_end || source < -1 || source >= static_cast<std::int64_t>(faces))
            throw FileError(path, fmt::format("line {}", line),
                            fmt::format("expected the number of a face from -1 to {}, found '{}'",
                                        static_cast<std::int64_t>(faces) - 1,
                                        std::string(at, std::find(at, end, '\n'))));
        sources.push_back(source);
        at = std::find(after, end, '\n');
        if (at != end) ++at;
    }
    if (sources.size() != slots)
        throw FileError(
            path, "",
            fmt::format("expected {} lines, one for each face slot, found {}", slots, sources.size()));
    return sources;
}

MeshMatch match_mesh(const Mesh& mesh, const MeshMatchInput& input, std::vector<std::int32_t> sources,
                     const JobContext& job) {
    MeshMatch match;
    if (sources.empty()) {
        if (auto found = match_by_vertices(mesh, input, job)) return std::move(*found);
        if (input.slots != mesh.faces.size())
            throw Error(
                fmt::format("the faces of the mesh are not found in the recording: expected {} face "
                            "slots, as many as faces, or faces with the vertices that were read, found {} "
                            "slots; a file can say the source face of each slot",
                            mesh.faces.size(), input.slots));
        for (std::size_t slot = 0; slot < input.slots; ++slot)
            sources.push_back(static_cast<std::int32_t>(slot));
        match.how = "face slots are the faces of the mesh in order";
    } else {
        match.how = "the source faces of slots are given";
    }
    match.vertex_source = vertex_order(mesh, input.observed, sources);
    match.face_source = std::move(sources);
    return match;
}

} // namespace hitmap
