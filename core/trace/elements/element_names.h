#pragma once

#include "core/trace/model/element_kind.h"

#include <array>
#include <cstdint>
#include <span>

namespace hitmap {

/// The numbers by which elements name elements of another buffer (LookUpRule), such as the vertices of a
/// face, found once for a scene, which must outlive this.
class ElementNames {
public:
    /// `scene` may be null: then no element names any.
    explicit ElementNames(const RecordedScene* scene) {
        for (ElementKindId kind = 0; scene != nullptr && kind < element_kind_count(); ++kind) {
            const LookUpRule& rule = element_kinds()[kind].look_up;
            if (rule.names == 0) continue;
            const auto numbers = rule.numbers(*scene, kind);
            tables_[kind] = {numbers.data(), rule.names, numbers.size() / rule.names};
        }
    }
    /// Whether elements of the kind name others, as far as the scene has them.
    [[nodiscard]] bool has(ElementKindId kind) const { return tables_[kind].names != 0; }
    /// The number of elements in the scene, which is the limit for elements of a kind that names others.
    [[nodiscard]] std::uint64_t count(ElementKindId kind) const { return tables_[kind].count; }
    /// Empty for elements that name none, and for those that the scene does not have.
    [[nodiscard]] std::span<const std::uint32_t> of(ElementKindId kind, std::uint64_t element) const {
        const Table& table = tables_[kind];
        if (element >= table.count) return {};
        return {table.numbers + element * table.names, table.names};
    }
    /// [elements][names] Those of all elements of the kind in the scene.
    [[nodiscard]] std::span<const std::uint32_t> all(ElementKindId kind) const {
        const Table& table = tables_[kind];
        return {table.numbers, table.count * table.names};
    }
    [[nodiscard]] bool names(ElementKindId kind, std::uint64_t element, std::uint32_t named) const {
        bool found = false;
        for (const std::uint32_t number : of(kind, element))
            found |= number == named;
        return found;
    }
    /// Prefetches the numbers of an element that is accessed soon.
    void fetch(ElementKindId kind, std::uint64_t element) const {
        if (const Table& table = tables_[kind]; element < table.count)
            __builtin_prefetch(table.numbers + element * table.names);
    }

private:
    struct Table {
        const std::uint32_t* numbers = nullptr;
        std::uint32_t names = 0;
        std::uint64_t count = 0;
    };
    std::array<Table, most_element_kinds> tables_{};
};

} // namespace hitmap
