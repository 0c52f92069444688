#pragma once

#include "core/cache/results/access_outcome.h"
#include "core/cache/stages/element_selection.h"

#include <string>
#include <vector>

namespace hitmap {

/// Which elements of a selection, which outlives it, are accessed at all.
class AccessedElements final : public OutcomeSink {
public:
    explicit AccessedElements(const ElementSelection& selection)
        : selection_(selection), is_accessed_(selection.elements.size()) {}

    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override;
    /// A line on standard error where some are not: what is said of the selection is not of them.
    /// @param recording  its file
    void tell_others(const std::string& recording) const;

private:
    const ElementSelection& selection_;
    std::vector<bool> is_accessed_; ///< [selection_.elements]
};

} // namespace hitmap
