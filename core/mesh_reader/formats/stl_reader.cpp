#include "core/mesh_reader/formats/stl_reader.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/mesh_reader/formats/number_text.h"
#include "core/mesh_reader/polygons/polygon_cut.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <limits>
#include <numeric>

namespace hitmap {

namespace {

constexpr std::size_t head_bytes = 84; // 80 bytes of free text and the number of facets
constexpr std::size_t facet_bytes = 50;
constexpr std::size_t facets_per_step = std::size_t{1} << 14U;
constexpr std::size_t most_corners = std::numeric_limits<std::uint32_t>::max() - 2;

bool same_word(std::string_view word, std::string_view lower) {
    return std::equal(word.begin(), word.end(), lower.begin(), lower.end(),
                      [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; });
}

std::uint32_t facets_of(std::string_view bytes) {
    std::uint32_t facets = 0;
    std::memcpy(&facets, bytes.data() + 80, sizeof facets);
    return facets;
}

bool is_binary(std::string_view bytes) {
    if (bytes.size() < head_bytes) return false;
    if (bytes.size() == head_bytes + facet_bytes * std::uint64_t{facets_of(bytes)}) return true;
    const bool begins_as_text = same_word(without_byte_order_mark(bytes).substr(0, 5), "solid");
    return !begins_as_text || bytes.substr(0, 1000).find('\0') != std::string_view::npos;
}

void read_binary(std::string_view bytes, const std::string& file, MeshSink& sink, const JobContext& job) {
    const std::uint32_t facets = facets_of(bytes);
    const std::uint64_t needed = head_bytes + facet_bytes * std::uint64_t{facets};
    if (bytes.size() < needed || bytes.size() >= needed + facet_bytes)
        throw FileError(file, "byte 80",
                        fmt::format("expected {} ({} bytes), found {} bytes",
                                    counted_text(facets, "facet", "facets"), needed, bytes.size()));
    if (facets > most_corners / 3)
        throw FileError(file, "byte 80",
                        fmt::format("expected at most {} facets, found {}", most_corners / 3, facets));
    if (bytes.size() > needed)
        sink.report().notes.push_back(counted_text(bytes.size() - needed,
                                                   "byte behind the last facet is passed over",
                                                   "bytes behind the last facet are passed over"));
    if (facets != 0) sink.report().declared.push_back({"facet", "facets", facets});
    RawMesh mesh;
    mesh.positions.reserve(std::size_t{facets} * 3);
    const char* next = bytes.data() + head_bytes;
    for (std::uint32_t f = 0; f < facets; ++f, next += facet_bytes) {
        if (f % facets_per_step == 0) {
            job.check();
            job.add(f == 0 ? head_bytes : facets_per_step * facet_bytes);
        }
        glm::vec3 vectors[4];
        std::memcpy(vectors, next, sizeof vectors);
        mesh.normals.push_back(vectors[0]);
        mesh.positions.insert(mesh.positions.end(), vectors + 1, vectors + 4);
        mesh.triangles.emplace_back(3 * f, 3 * f + 1, 3 * f + 2);
        mesh.normal_triangles.emplace_back(f);
    }
    sink.add(mesh, {});
}

class StlTextReader {
public:
    StlTextReader(std::string_view bytes, const std::string& file, MeshSink& sink, const JobContext& job)
        : in_(bytes), file_(file), sink_(sink), job_(job) {}

    void read() {
        std::size_t left = in_.bytes_left();
        for (std::string_view word = next(); !word.empty(); word = next()) {
            if (same_word(word, "facet")) {
                read_facet();
                if (facets_ % facets_per_step == 0) {
                    job_.check();
                    job_.add(left - in_.bytes_left());
                    left = in_.bytes_left();
                }
            } else if (same_word(word, "solid") && !in_solid_) {
                ++solids_;
                in_solid_ = true;
                in_.replace_line({}); // the name may be several words
            } else if (same_word(word, "endsolid") && in_solid_) {
                in_solid_ = false;
                in_.replace_line({});
            } else {
                fail(in_solid_ ? "facet or endsolid" : "solid", word);
            }
        }
        ImportReport& report = sink_.report();
        if (solids_ != 0) report.declared.push_back({"solid", "solids", solids_});
        if (facets_ != 0) report.declared.push_back({"facet", "facets", facets_});
        if (in_solid_)
            report.warnings.emplace_back("the last solid has no endsolid: the file may be cut off");
        sink_.add(mesh_, {});
    }

private:
    [[noreturn]] void fail(std::string_view expected, std::string_view found) const {
        throw FileError(file_, in_.place(),
                        fmt::format("expected {}, found {}", expected,
                                    found.empty() ? "the end of the file" : in_quotes(found)));
    }

    /// Returns the next word, on whatever line; empty at the end of the file.
    std::string_view next() {
        std::string_view word = in_.word();
        while (word.empty() && in_.next())
            word = in_.word();
        return word;
    }

    void expect(std::string_view lower) {
        const std::string_view word = next();
        if (!same_word(word, lower)) fail(lower, word);
    }

    template <class Vector, class Number>
    Vector read_vector(Number number) {
        Vector v(0);
        for (int axis = 0; axis < 3; ++axis) {
            const std::string_view word = next();
            const auto value = number(word);
            if (!value) fail("a number", word);
            v[axis] = *value;
        }
        return v;
    }

    void read_facet() {
        if (!in_solid_) fail("solid", "facet");
        expect("normal");
        mesh_.normals.push_back(read_vector<glm::vec3>(real_number));
        expect("outer");
        expect("loop");
        corners_.clear();
        std::string_view word = next();
        for (; same_word(word, "vertex"); word = next()) {
            corners_.push_back(static_cast<std::uint32_t>(mesh_.positions.size()));
            mesh_.positions.push_back(read_vector<glm::dvec3>(exact_number));
        }
        if (corners_.size() < 3) fail("at least three times vertex", word);
        if (!same_word(word, "endloop")) fail("endloop", word);
        expect("endfacet");
        if (mesh_.positions.size() > most_corners)
            throw FileError(file_, in_.place(), "expected vertices that 32 bits can number, found more");
        cut_.clear();
        outline_.assign(mesh_.positions.begin() + static_cast<std::ptrdiff_t>(corners_.front()),
                        mesh_.positions.end());
        cut_polygon(outline_, cut_);
        for (const glm::uvec3& places : cut_) {
            mesh_.triangles.emplace_back(corners_[places.x], corners_[places.y], corners_[places.z]);
            mesh_.normal_triangles.emplace_back(static_cast<std::uint32_t>(mesh_.normals.size() - 1));
        }
        ++facets_;
    }

    LineReader in_;
    const std::string& file_;
    MeshSink& sink_;
    const JobContext& job_;
    RawMesh mesh_;
    bool in_solid_ = false;
    std::uint64_t solids_ = 0;
    std::uint64_t facets_ = 0;
    std::vector<std::uint32_t> corners_; // of the current facet
    std::vector<glm::vec3> outline_;     // of the current facet
    std::vector<glm::uvec3> cut_;
};

} // namespace

void read_stl(std::string_view bytes, const std::string& file, MeshSink& sink, const JobContext& job) {
    job.begin("reading the mesh", bytes.size(), "bytes");
    if (is_binary(bytes))
        read_binary(bytes, file, sink, job);
    else
        StlTextReader(bytes, file, sink, job).read();
}

} // namespace hitmap
