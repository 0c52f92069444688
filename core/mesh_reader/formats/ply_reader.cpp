#include "core/mesh_reader/formats/ply_reader.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/mesh_reader/formats/ply_header.h"
#include "core/mesh_reader/formats/ply_values.h"
#include "core/mesh_reader/polygons/polygon_cut.h"
#include "core/mesh_reader/polygons/polygon_cutter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <utility>

namespace hitmap {

namespace {

constexpr std::size_t elements_per_step = std::size_t{1} << 14U;
constexpr std::uint64_t most_vertices = no_normal - 2;

enum class Content { vertices, polygons, strips, fans, edges, other };

Content content_of(const PlyElement& element) {
    static constexpr std::pair<std::string_view, Content> names[] = {
        {"vertex", Content::vertices},  {"face", Content::polygons},     {"faces", Content::polygons},
        {"tristrips", Content::strips}, {"tri_strips", Content::strips}, {"trifans", Content::fans},
        {"tri_fans", Content::fans},    {"edge", Content::edges},
    };
    for (const auto& [name, content] : names)
        if (name == element.name) return content;
    return Content::other;
}

/// The name of an element in messages.
std::string_view name_of(Content content) {
    return content == Content::strips ? "strip" : content == Content::fans ? "fan" : "face";
}

/// The number of elements, with the term that reports have for them.
ImportCount count_of(const PlyElement& element) {
    switch (content_of(element)) {
    case Content::vertices:
        return {"vertex", "vertices", element.count};
    case Content::polygons:
        return {"face", "faces", element.count};
    case Content::strips:
        return {"triangle strip", "triangle strips", element.count};
    case Content::fans:
        return {"triangle fan", "triangle fans", element.count};
    case Content::edges:
        return {"edge", "edges", element.count};
    default:
        return {fmt::format("element '{}'", element.name), fmt::format("elements '{}'", element.name),
                element.count};
    }
}

template <class Values>
class PlyReader {
public:
    PlyReader(Values values, const PlyHeader& header, const std::string& file, MeshSink& sink,
              const JobContext& job)
        : values_(std::move(values)), header_(header), file_(file), sink_(sink), job_(job) {}

    void read() {
        for (const PlyElement& element : header_.elements)
            if (element.count != 0) sink_.report().declared.push_back(count_of(element));
        // A file may have faces before the vertices that they use.
        std::vector<std::pair<const PlyElement*, Values>> postponed;
        for (const PlyElement& element : header_.elements) {
            check_count(element);
            const bool postpone = is_faces(content_of(element)) && !has_vertices_;
            if (postpone) postponed.emplace_back(&element, values_);
            read_element(element, postpone ? Content::other : content_of(element));
        }
        if (!has_vertices_) throw FileError(file_, "", "expected an element vertex, found none");
        for (auto& [element, values] : postponed) {
            values_ = values;
            read_element(*element, content_of(*element));
        }
        const bool only_points =
            std::none_of(header_.elements.begin(), header_.elements.end(), [](const PlyElement& e) {
                return e.count != 0 && (is_faces(content_of(e)) || content_of(e) == Content::edges);
            });
        if (only_points) sink_.report().dropped_points += mesh_.positions.size();
        if (has_normals_) mesh_.normal_triangles = mesh_.triangles;
        if (empty_faces_ != 0)
            sink_.report().warnings.push_back(counted_text(empty_faces_, "face without corners is left out",
                                                           "faces without corners are left out"));
        sink_.add(mesh_, {});
    }

private:
    static bool is_faces(Content content) {
        return content == Content::polygons || content == Content::strips || content == Content::fans;
    }

    void check_count(const PlyElement& element) const {
        if (element.properties.empty()) return;
        if (element.count > std::numeric_limits<std::uint32_t>::max())
            throw FileError(file_, values_.place(),
                            fmt::format("expected fewer than 2^32 {}, found {}", count_of(element).several,
                                        element.count));
        values_.expect(element.count, element.least_bytes());
    }

    void read_element(const PlyElement& element, Content content) {
        if (element.properties.empty()) return;
        switch (content) {
        case Content::vertices:
            read_vertices(element);
            break;
        case Content::polygons:
        case Content::strips:
        case Content::fans:
            read_faces(element, content);
            break;
        case Content::edges:
            sink_.report().dropped_lines += element.count;
            skip(element);
            break;
        default:
            if (!is_faces(content_of(element)) && element.count != 0 &&
                element.find({"vertex_indices", "vertex_index"}) != element.properties.size())
                warn_of_unknown(count_of(element));
            skip(element);
        }
    }

    void warn_of_unknown(const ImportCount& elements) {
        sink_.report().warnings.push_back(
            counted_text(elements.count, elements.one + " is left out: not known what it is",
                         elements.several + " are left out: not known what they are"));
    }

    void skip_property(const PlyProperty& property) {
        std::uint64_t values = 1;
        if (property.is_list) values = list_size(property);
        for (; values != 0; --values)
            values_.skip(property.type);
    }

    std::uint64_t list_size(const PlyProperty& property) {
        const std::string_view name = property.name;
        const std::int64_t size = values_.whole(property.count_type);
        if (size < 0)
            throw FileError(file_, values_.place(),
                            fmt::format("expected the length of the list '{}', found {}", name, size));
        values_.expect(static_cast<std::uint64_t>(size), size_of(property.type));
        return static_cast<std::uint64_t>(size);
    }

    /// Calls `f()` for each element and reports progress in bytes.
    template <class F>
    void for_each(const PlyElement& element, const F& f) {
        std::size_t left = values_.bytes_left();
        for (std::uint64_t i = 0; i < element.count; ++i) {
            if (i % elements_per_step == 0) {
                job_.check();
                job_.add(left - values_.bytes_left());
                left = values_.bytes_left();
            }
            values_.begin();
            f(i);
            values_.end();
        }
        job_.add(left - values_.bytes_left());
    }

    void skip(const PlyElement& element) {
        for_each(element, [&](std::uint64_t) {
            for (const PlyProperty& property : element.properties)
                skip_property(property);
        });
    }

    void read_vertices(const PlyElement& element) {
        if (has_vertices_) throw FileError(file_, values_.place(), "expected one element vertex, found two");
        if (element.count > most_vertices)
            throw FileError(file_, values_.place(), "expected vertices that 32 bits can number, found more");
        has_vertices_ = true;
        const std::array<std::string_view, 6> names{"x", "y", "z", "nx", "ny", "nz"};
        // [properties] which of the six names the property has; 6: none of them
        std::vector<std::size_t> which(element.properties.size(), names.size());
        unsigned found = 0;
        for (std::size_t i = 0; i < names.size(); ++i) {
            const std::size_t property = element.find({names[i]});
            if (property == which.size() || element.properties[property].is_list) continue;
            which[property] = i;
            found |= 1U << i;
        }
        if ((found & 7U) != 7U)
            throw FileError(file_, "",
                            "expected properties x, y and z of the element vertex, found not all of them");
        has_normals_ = found == 63U;
        mesh_.positions.reserve(element.count);
        if (has_normals_) mesh_.normals.reserve(element.count);
        for_each(element, [&](std::uint64_t) {
            std::array<double, 7> value{};
            for (std::size_t i = 0; i < which.size(); ++i) {
                const PlyProperty& property = element.properties[i];
                if (which[i] < names.size())
                    value[which[i]] = values_.real(property.type);
                else
                    skip_property(property);
            }
            mesh_.positions.emplace_back(value[0], value[1], value[2]);
            if (has_normals_) mesh_.normals.emplace_back(value[3], value[4], value[5]);
        });
    }

    void read_faces(const PlyElement& element, Content content) {
        const std::size_t list = element.find({"vertex_indices", "vertex_index"});
        if (element.count == 0) return;
        if (list == element.properties.size() || !element.properties[list].is_list)
            throw FileError(
                file_, "",
                fmt::format("expected a list vertex_indices of the element {}, found none", element.name));
        for_each(element, [&](std::uint64_t number) {
            for (std::size_t i = 0; i < element.properties.size(); ++i) {
                if (i != list) {
                    skip_property(element.properties[i]);
                    continue;
                }
                read_corners(element.properties[i], content, number);
                add_face(content);
            }
        });
    }

    void read_corners(const PlyProperty& property, Content content, std::uint64_t number) {
        corners_.clear();
        for (std::uint64_t left = list_size(property); left != 0; --left) {
            const std::int64_t corner = values_.whole(property.type);
            if (content != Content::polygons && begins_anew(property.type, corner)) {
                add_face(content);
                corners_.clear();
                continue;
            }
            if (corner < 0 || static_cast<std::uint64_t>(corner) >= mesh_.positions.size())
                throw FileError(file_, values_.place(),
                                fmt::format("{} {}: expected a vertex number below {}, found {}",
                                            name_of(content), number, mesh_.positions.size(), corner));
            corners_.push_back(static_cast<std::uint32_t>(corner));
        }
    }

    /// Whether the corner is -1, which ends a strip or fan and begins another. Unsigned types represent it by
    /// their largest value.
    [[nodiscard]] bool begins_anew(PlyType type, std::int64_t corner) const {
        if (corner == -1) return true;
        const bool is_largest = (type == PlyType::uint8 && corner == 0xFF) ||
                                (type == PlyType::uint16 && corner == 0xFFFF) ||
                                (type == PlyType::uint32 && corner == 0xFFFFFFFF);
        return is_largest && static_cast<std::uint64_t>(corner) >= mesh_.positions.size();
    }

    /// The triangles of the current corners, as indices into these; valid until the next call.
    std::span<const glm::uvec3> cut(Content content, std::uint32_t size) {
        if (content == Content::polygons) {
            if (!cutter_) cutter_.emplace(mesh_.positions); // all vertices have been read
            return cutter_->cut(corners_);
        }
        cut_.clear();
        if (content == Content::strips)
            cut_strip(size, cut_);
        else
            cut_fan(size, cut_);
        return cut_;
    }

    /// Cuts the current corners into triangles.
    void add_face(Content content) {
        const auto size = static_cast<std::uint32_t>(corners_.size());
        ImportReport& report = sink_.report();
        if (size == 3) {
            mesh_.triangles.emplace_back(corners_[0], corners_[1], corners_[2]);
        } else if (size > 3) {
            for (const glm::uvec3& places : cut(content, size))
                mesh_.triangles.emplace_back(corners_[places.x], corners_[places.y], corners_[places.z]);
        } else if (content == Content::polygons) {
            empty_faces_ += size == 0 ? 1 : 0;
            report.dropped_points += size == 1 ? 1 : 0;
            report.dropped_lines += size == 2 ? 1 : 0;
        }
    }

    Values values_;
    const PlyHeader& header_;
    const std::string& file_;
    MeshSink& sink_;
    const JobContext& job_;
    RawMesh mesh_;
    bool has_vertices_ = false;
    bool has_normals_ = false;
    std::uint64_t empty_faces_ = 0;
    std::vector<std::uint32_t> corners_; // of the current face
    std::vector<glm::uvec3> cut_;        // indices into corners_
    std::optional<PolygonCutter> cutter_;
};

template <class Values>
void read_values(std::string_view bytes, const PlyHeader& header, const std::string& file, MeshSink& sink,
                 const JobContext& job) {
    PlyReader<Values>(Values(bytes.substr(header.bytes), header, file), header, file, sink, job).read();
}

} // namespace

void read_ply(std::string_view bytes, const std::string& file, MeshSink& sink, const JobContext& job) {
    job.begin("reading the mesh", bytes.size(), "bytes");
    const PlyHeader header = parse_ply_header(bytes, file);
    switch (header.format) {
    case PlyFormat::ascii:
        read_values<PlyTextValues>(bytes, header, file, sink, job);
        break;
    case PlyFormat::little_endian:
        read_values<PlyBinaryValues<false>>(bytes, header, file, sink, job);
        break;
    case PlyFormat::big_endian:
        read_values<PlyBinaryValues<true>>(bytes, header, file, sink, job);
        break;
    }
}

} // namespace hitmap
