#pragma once

#include "core/analysis/findings/change.h"
#include "core/analysis/findings/findings.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hitmap {

/// A finding while changes are tried.
struct PendingFinding {
    Finding finding; ///< without a gain: no change that was tried so far certainly helps
    /// Of the changes that may be meant for it, those that were tried.
    std::size_t tried = 0;
    std::optional<std::size_t> to_try{}; ///< all of these; no value: not known yet

    /// Whether a change that is meant for it was not tried yet.
    [[nodiscard]] bool is_open() const { return !to_try || tried < *to_try; }
};

/// What costs most in a recording, first as far as the recording alone tells, then with what helps, while
/// changes are tried. The findings keep their places: what costs most comes first; what helps something else
/// is added behind. So they are in another order than findings_of(), which leaves out those that nothing
/// helps.
class PendingFindings {
public:
    /// @param recorded  with or without reasons of misses
    /// Both, and what they refer to, must outlive this.
    PendingFindings(const RecordedTrial& recorded, const FindingFacts& facts);

    /// Sets what will be tried. Call it once, before update().
    void expect(std::span<const Change> changes);
    /// The numbers of the expected changes in the order in which they should be tried, so that what helps the
    /// costliest finding is known first: larger caches, which each finding is set beside, then for each
    /// finding the changes that are meant for it, with those that are meant for no single one behind the
    /// first.
    [[nodiscard]] std::vector<std::size_t> order() const;

    /// @param tried  in the order of the expected changes, as far as they were tried
    void update(std::span<const TriedChange> tried);
    [[nodiscard]] const std::vector<PendingFinding>& list() const { return list_; }

private:
    /// The allocations that a change is meant for; empty: it is not meant for single ones.
    [[nodiscard]] std::vector<std::string> aims_of(const Change& change) const;
    [[nodiscard]] bool is_meant_for(const Change& change, const Finding& finding) const;
    void count(std::span<const TriedChange> tried);

    const RecordedTrial& recorded_;
    FindingFacts facts_;
    std::span<const Change> changes_;
    bool expects_ = false;
    std::vector<Finding> costs_; ///< the first findings of the list, without gains
    std::vector<PendingFinding> list_;
};

} // namespace hitmap
