#pragma once

#include "core/cache/results/access_outcome.h"
#include "core/export/npz_writer.h"
#include "core/trace/elements/element_source.h"

#include <cstdint>

namespace hitmap {

/// The element accesses of a recording as arrays with one item for each access that counts (see
/// AccessOutcomes): access_order, access_launch, and so on, as the columns of `export --accesses`. Collects
/// them while a model runs.
class AccessArrays final : public OutcomeSink {
public:
    /// @param with_requests  also access_request, an index into the arrays of write_request_arrays()
    AccessArrays(const ElementSources& sources, bool with_requests, const NpzWriter& out);
    /// Throws FileError, Cancelled.
    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override;
    /// Throws what NpzWriter::add throws.
    void write(NpzWriter& out);

private:
    const ElementSources& sources_;
    bool with_requests_;
    const JobContext& job_;
    std::uint64_t next_ = 0; ///< position of the next access
    ArrayColumn<std::uint64_t> order_, request_;
    ArrayColumn<std::uint32_t> launch_;
    ArrayColumn<std::uint16_t> sm_;
    ArrayColumn<std::uint32_t> warp_;
    ArrayColumn<std::uint8_t> lane_, kind_;
    ArrayColumn<std::uint32_t> element_;
    ArrayColumn<std::int64_t> source_; ///< -1: padding
    ArrayColumn<double> l1_hits_, l2_hits_;
    ArrayColumn<std::uint8_t> l1_lookups_, l2_lookups_;
};

} // namespace hitmap
