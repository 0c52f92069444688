#pragma once

#include "core/profile/query/metric.h"
#include "core/trace/model/element_kind.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Sums of the elements that were accessed.
class SparseSums {
public:
    struct Entry {
        std::uint32_t element = 0;
        std::uint32_t accesses = 0;
        std::uint32_t l1_lookups = 0;
        std::uint32_t l2_lookups = 0;
        std::uint64_t l1_hits = 0; ///< in units of 2^-24
        std::uint64_t l2_hits = 0;
        friend bool operator==(const Entry&, const Entry&) = default;

        /// As far as the sample tells: no last access.
        [[nodiscard]] ElementSums sums() const {
            return {.l1_hits = l1_hits,
                    .l2_hits = l2_hits,
                    .accesses = accesses,
                    .l1_lookups = l1_lookups,
                    .l2_lookups = l2_lookups};
        }
    };

    SparseSums() = default;
    /// @param element_counts  [kinds]
    explicit SparseSums(std::span<const std::uint64_t> element_counts) {
        for (const std::uint64_t count : element_counts)
            kinds_.push_back({count, {}, {}});
    }

    /// The entry of an element, which is made if there is none.
    [[nodiscard]] Entry& at(ElementKindId kind, std::uint32_t element) {
        Kind& k = kinds_[kind];
        if (k.places.empty()) k.places.resize(k.count);
        std::uint32_t& place = k.places[element];
        if (place == 0) {
            k.entries.push_back({.element = element});
            place = static_cast<std::uint32_t>(k.entries.size());
        }
        return k.entries[place - 1];
    }
    /// Null if the element has no entry.
    [[nodiscard]] const Entry* find(ElementKindId kind, std::uint64_t element) const {
        const Kind& k = kinds_[kind];
        if (element >= k.places.size() || k.places[element] == 0) return nullptr;
        return &k.entries[k.places[element] - 1];
    }
    /// All entries of a kind, in no particular order.
    [[nodiscard]] std::span<const Entry> of(ElementKindId kind) const { return kinds_[kind].entries; }
    [[nodiscard]] std::uint64_t element_count(ElementKindId kind) const { return kinds_[kind].count; }

private:
    struct Kind {
        std::uint64_t count = 0;
        /// [elements] index of the entry + 1; 0: none. Empty without entries.
        std::vector<std::uint32_t> places;
        std::vector<Entry> entries;
    };
    std::vector<Kind> kinds_;
};

} // namespace hitmap
