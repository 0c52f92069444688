#pragma once

#include "core/trace/model/element_kind.h"
#include "core/trace/model/recording.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// Finds the allocation that an element is in. Elements of a kind are numbered over all allocations of the
/// kind, as in ElementAccessFinder.
class ElementOwners {
public:
    explicit ElementOwners(const RecordingInfo& info);

    /// Returns the index of the allocation; no value if no allocation has this element.
    [[nodiscard]] std::optional<std::size_t> allocation_of(ElementKindId kind, std::uint64_t element) const;

private:
    /// The elements of a kind before `end` that the ones before do not have.
    struct Run {
        std::uint64_t end = 0;
        std::size_t allocation = 0;
    };
    std::vector<std::vector<Run>> runs_; ///< [kinds] by rising end
};

} // namespace hitmap
