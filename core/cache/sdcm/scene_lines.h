#pragma once

#include "core/jobs/progress.h"
#include "core/trace/elements/element_names.h"
#include "core/trace/model/element_access.h"
#include "core/trace/model/recording.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hitmap {

/// Finds the cache lines that accesses of elements look up by the rules of their kinds (LookUpRule,
/// docs/cache-models.md): for a box, its 24 bytes; for a face, its 12 index bytes and then the positions of
/// its three vertices, unless no allocation has vertices. Lines are numbered densely over the allocations of
/// all that is looked up. An address has one line number, regardless of the allocation through which it is
/// accessed.
class SceneLines {
public:
    /// Maximum per access that a rule can have, since outcomes count up to it (AccessOutcome).
    static constexpr unsigned max_lookups = 15;

    /// `scene` may be null if no elements that name others are accessed. `line_bytes`: a power of two >= 16.
    /// Throws Error if there are too many lines for a ReuseStack or an element names one that the allocations
    /// do not contain, and Cancelled.
    SceneLines(const RecordingInfo& info, std::shared_ptr<const RecordedScene> scene,
               std::uint32_t line_bytes, const JobContext& job = {});

    SceneLines(SceneLines&&) = default; // rules_ has addresses of elements, which moving leaves in place
    SceneLines(const SceneLines&) = delete;
    SceneLines& operator=(const SceneLines&) = delete;
    SceneLines& operator=(SceneLines&&) = delete;
    ~SceneLines() = default;

    [[nodiscard]] std::uint32_t line_count() const { return line_count_; }
    /// The most look-ups of an access of this recording's kinds: with lines of at least 16 bytes, the indices
    /// of a face are in at most two lines and each of its vertices in two or, in planes, three.
    [[nodiscard]] unsigned most_lookups() const { return most_lookups_; }
    /// Whether accesses of the kind look up consecutive bytes of the element alone.
    [[nodiscard]] bool is_one_piece(ElementKindId kind) const { return !names_[kind]; }
    /// Throws Error if the element is of a kind that names others and the scene does not have it.
    void expect_known(ElementKindId kind, std::uint32_t element) const {
        if (names_[kind] && element >= numbers_.count(kind)) refuse_unknown(kind, element);
    }

    /// Output arrays for look-ups: line and allocation of each. They need space for max_lookups more than the
    /// look-ups appended, since fixed numbers are always written.
    struct Output {
        std::uint32_t* lines;       ///< dense line numbers
        std::uint32_t* allocations; ///< indices into RecordingInfo::allocations
        std::uint32_t end;
    };
    /// Appends the look-ups of an access, in order: at most max_lookups. The kind has look-ups; `element`
    /// must be one of an allocation, and known (expect_known()).
    void append_lookups(ElementKindId kind, std::uint32_t element, Output& out) const {
        const Rule& rule = rules_[kind];
        append<own_lines>(rule.elements, element, out);
        if (rule.names == 0) return;
        const std::uint32_t* const numbers = rule.numbers + std::uint64_t{element} * rule.names;
        if (rule.names == 3) { // as faces have, without the end of a loop
            append_named(rule.named, numbers[0], out);
            append_named(rule.named, numbers[1], out);
            append_named(rule.named, numbers[2], out);
            return;
        }
        for (std::uint32_t i = 0; i < rule.names; ++i)
            append_named(rule.named, numbers[i], out);
    }
    /// Prefetches the data of an element that is accessed soon.
    void fetch(ElementKindId kind, std::uint32_t element) const { numbers_.fetch(kind, element); }

private:
    /// Elements of one allocation, with numbers that continue over all allocations of the same kind.
    struct Elements {
        std::uint64_t address;
        std::uint64_t first_element;
        std::uint64_t count;
        std::uint64_t line_offset; ///< the line number of an address is (address >> line_bits_) - line_offset
        std::uint32_t stride;
        std::uint32_t last_byte; ///< offset of the last byte of an element
        std::uint32_t allocation;
        std::uint64_t plane_bytes; ///< 0: no planes
    };
    /// The allocations of one role, and how many bytes of each of their elements are looked up.
    struct Buffers {
        Role role;
        std::uint32_t bytes;
        std::vector<Elements> elements{};
    };
    /// A LookUpRule for this recording.
    struct Rule {
        const Elements* elements = nullptr;
        const Elements* named = nullptr;
        const std::uint32_t* numbers = nullptr; ///< [elements][names]
        /// 0: none, or the program loads what is named from where the recording does not say.
        std::uint32_t names = 0;
    };
    static constexpr unsigned planes = 3; ///< of what is named: the coordinates of a position
    static constexpr std::uint32_t own_lines = 3;
    static constexpr std::uint32_t named_lines = 2;

    /// An element is in at most most_lines lines of at least 16 bytes. That many are always written, since
    /// the end of a loop of variable length would be mispredicted.
    template <std::uint32_t most_lines>
    void append(const Elements* all, std::uint64_t element, Output& out) const {
        append_one<most_lines>(holder_of(all, element), element, out);
    }
    template <std::uint32_t most_lines>
    void append_one(const Elements* elements, std::uint64_t element, Output& out) const {
        const std::uint64_t begin =
            elements->address + (element - elements->first_element) * elements->stride;
        const std::uint64_t first = begin >> line_bits_;
        const auto number = static_cast<std::uint32_t>(first - elements->line_offset);
        for (std::uint32_t i = 0; i < most_lines; ++i) {
            out.lines[out.end + i] = number + i;
            out.allocations[out.end + i] = elements->allocation;
        }
        out.end += static_cast<std::uint32_t>(((begin + elements->last_byte) >> line_bits_) - first) + 1;
    }
    static const Elements* holder_of(const Elements* elements, std::uint64_t element) {
        while (element - elements->first_element >= elements->count)
            ++elements;
        return elements;
    }
    void append_named(const Elements* all, std::uint64_t element, Output& out) const {
        const Elements* elements = holder_of(all, element);
        if (elements->plane_bytes == 0)
            append_one<named_lines>(elements, element, out);
        else
            append_planes(*elements, element, out);
    }
    void append_planes(const Elements& elements, std::uint64_t element, Output& out) const;
    Buffers& buffers_of(Role role, std::uint32_t bytes);
    void add(const RecordingInfo& info, std::uint32_t allocation, Buffers& to) const;
    void number_lines();
    [[nodiscard]] std::string names_of_buffers() const;
    void make_rule(ElementKindId kind, const JobContext& job);
    void check_names(ElementKindId kind, const Buffers& named, const JobContext& job) const;
    [[noreturn]] void refuse_unknown(ElementKindId kind, std::uint32_t element) const;

    std::shared_ptr<const RecordedScene> scene_;
    ElementNames numbers_; ///< of scene_
    unsigned line_bits_;
    std::uint32_t line_count_ = 0;
    unsigned most_lookups_ = 0;
    std::vector<Buffers> buffers_;
    std::array<Rule, most_element_kinds> rules_{};
    std::array<bool, most_element_kinds> names_{}; ///< by the row of the kind
};

} // namespace hitmap
