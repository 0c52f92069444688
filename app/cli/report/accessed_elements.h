#pragma once

#include "core/cache/results/access_outcome.h"
#include "core/cache/stages/element_selection.h"

#include <string>
#include <vector>

namespace hitmap {

/// Finds out which elements of a selection are accessed. The selection must outlive this object.
class AccessedElements final : public OutcomeSink {
public:
    explicit AccessedElements(const ElementSelection& selection)
        : selection_(selection), is_accessed_(selection.elements.size()) {}

    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override;
    /// Prints a line on standard error if some elements of the selection are never accessed, since the
    /// results do not describe them.
    /// @param recording  file name of the recording
    void tell_others(const std::string& recording) const;

private:
    const ElementSelection& selection_;
    std::vector<bool> is_accessed_; ///< [selection_.elements]
};

} // namespace hitmap
