#include "core/layout/derive/compared_faces.h"

#include "core/layout/derive/base_vertex_ranges.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace hitmap {

namespace {

constexpr double most_contradicting = 0.1; ///< share of the faces that were read

/// The vertices of a face by its indices; nothing if one of them does not exist.
std::optional<glm::uvec3> vertices_of(const glm::uvec3& indices, std::int64_t base, std::uint64_t vertices) {
    glm::uvec3 face;
    for (int corner = 0; corner < 3; ++corner) {
        const std::int64_t vertex = base + indices[corner];
        if (vertex < 0 || static_cast<std::uint64_t>(vertex) >= vertices) return std::nullopt;
        face[corner] = static_cast<std::uint32_t>(vertex);
    }
    return face;
}

std::string text_of_face(const glm::uvec3& face) {
    return fmt::format("{}, {} and {}", face.x, face.y, face.z);
}

class FaceComparison {
public:
    FaceComparison(const std::vector<std::uint8_t>& bytes, const BufferLayout& buffer, std::uint64_t vertices,
                   const FaceReads& reads)
        : buffer_(buffer), vertices_(vertices), reads_(reads), indices_(decode_indices(bytes, buffer)) {}

    ComparedFaces compare() {
        BaseVertexFinder bases(buffer_.base_vertices);
        result_.slots.assign(indices_.size(), glm::uvec3(0));
        for (std::uint32_t slot = 0; slot < indices_.size(); ++slot)
            add(slot, bases.of(slot));
        const bool is_trusted = static_cast<double>(contradicting_) <=
                                most_contradicting * static_cast<double>(reads_.faces.size());
        if (!is_trusted) leave_out_unread();
        number_faces();
        tell(is_trusted);
        return std::move(result_);
    }

private:
    void add(std::uint32_t slot, std::optional<std::int64_t> base) {
        const glm::uvec3& indices = indices_[slot];
        const auto face = base ? vertices_of(indices, *base, vertices_) : std::nullopt;
        const auto read = reads_.faces.find(slot);
        const bool is_read = read != reads_.faces.end() &&
                             std::max({read->second.x, read->second.y, read->second.z}) < vertices_;
        if (is_read) {
            const bool agrees = face && base_vertex_of(*face, read->second) == 0;
            result_.slots[slot] = agrees ? *face : read->second;
            if (base && !agrees) note_contradiction(slot, *base, read->second);
        } else if (indices == glm::uvec3(0)) {
            // padding
        } else if (!base) {
            ++unknown_;
        } else if (!face) {
            ++broken_;
        } else {
            result_.slots[slot] = *face;
        }
    }

    void note_contradiction(std::uint32_t slot, std::int64_t base, const glm::uvec3& read) {
        if (contradicting_++ != 0) return;
        first_ =
            fmt::format("face {} has the indices {} and the base vertex {}, but the vertices {} were read",
                        slot, text_of_face(indices_[slot]), base, text_of_face(read));
    }

    void leave_out_unread() {
        for (std::uint32_t slot = 0; slot < result_.slots.size(); ++slot) {
            if (reads_.faces.contains(slot) || result_.slots[slot] == glm::uvec3(0)) continue;
            result_.slots[slot] = glm::uvec3(0);
            ++left_out_;
        }
    }

    void number_faces() {
        std::int32_t next = 0;
        result_.source.reserve(result_.slots.size());
        for (const glm::uvec3& face : result_.slots)
            result_.source.push_back(face == glm::uvec3(0) ? -1 : next++);
    }

    void tell(bool is_trusted) {
        if (broken_ != 0)
            result_.notes.push_back(
                fmt::format("{} stored faces have vertices that do not exist and are not shown", broken_));
        if (unknown_ != 0)
            result_.notes.push_back(fmt::format(
                "{} faces that no lane has read are not shown, because their base vertex is not known",
                unknown_));
        const auto add = [this](const std::string& sentence) {
            result_.contradiction += (result_.contradiction.empty() ? "" : "; ") + sentence;
        };
        if (contradicting_ != 0)
            add(fmt::format("the vertices that lanes read with {} of {} faces are not those of their indices "
                            "({}); these faces have the vertices that were read",
                            contradicting_, reads_.faces.size(), first_));
        if (!is_trusted && left_out_ != 0)
            add(fmt::format("{} faces that no lane has read are not shown", left_out_));
        if (!reads_.doubtful.empty())
            add(fmt::format("{} faces were read with different vertices at different times and are shown as "
                            "their indices say",
                            reads_.doubtful.size()));
    }

    const BufferLayout& buffer_;
    std::uint64_t vertices_;
    const FaceReads& reads_;
    std::vector<glm::uvec3> indices_;
    ComparedFaces result_;
    std::uint64_t contradicting_ = 0;
    std::uint64_t unknown_ = 0;
    std::uint64_t broken_ = 0;
    std::uint64_t left_out_ = 0;
    std::string first_; ///< the first contradiction
};

} // namespace

ComparedFaces compared_faces(const std::vector<std::uint8_t>& bytes, const BufferLayout& buffer,
                             std::uint64_t vertices, const FaceReads& reads) {
    return FaceComparison(bytes, buffer, vertices, reads).compare();
}

} // namespace hitmap
