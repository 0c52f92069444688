#include "core/export/access_arrays.h"

namespace hitmap {

AccessArrays::AccessArrays(const ElementSources& sources, bool with_requests, const NpzWriter& out)
    : sources_(sources),
      with_requests_(with_requests),
      job_(out.job()),
      order_(out.folder()),
      request_(out.folder()),
      launch_(out.folder()),
      sm_(out.folder()),
      warp_(out.folder()),
      lane_(out.folder()),
      kind_(out.folder()),
      element_(out.folder()),
      source_(out.folder()),
      l1_hits_(out.folder()),
      l2_hits_(out.folder()),
      l1_lookups_(out.folder()),
      l2_lookups_(out.folder()) {}

void AccessArrays::add(const RequestView& block, std::span<const ElementAccess> accesses,
                       const AccessOutcomes& outcomes) {
    for (std::size_t i = 0; i < accesses.size(); ++i, ++next_) {
        if (i % 4096 == 0) job_.check();
        const AccessOutcome* const outcome = outcomes[i];
        if (outcome == nullptr) continue; // the access is not counted
        const ElementAccess& access = accesses[i];
        const RequestBlock::Entry& request = block.entries[access.entry];
        const auto source = sources_.source(access.kind, access.element);
        order_.append(next_);
        if (with_requests_) request_.append(block.first_request.value + access.entry);
        launch_.append(request.launch);
        sm_.append(static_cast<std::uint16_t>(request.sm));
        warp_.append(request.warp);
        lane_.append(access.lane);
        kind_.append(access.kind);
        element_.append(access.element);
        source_.append(source ? std::int64_t{*source} : -1);
        l1_hits_.append(outcome->l1_hits / double{hit_unit});
        l1_lookups_.append(outcome->l1_lookups);
        l2_hits_.append(outcome->l2_hits / double{hit_unit});
        l2_lookups_.append(outcome->l2_lookups);
    }
}

void AccessArrays::write(NpzWriter& out) {
    order_.write("access_order", out);
    if (with_requests_) request_.write("access_request", out);
    launch_.write("access_launch", out);
    sm_.write("access_sm", out);
    warp_.write("access_warp", out);
    lane_.write("access_lane", out);
    kind_.write("access_kind", out);
    element_.write("access_element", out);
    source_.write("access_source", out);
    l1_hits_.write("access_l1_hits", out);
    l1_lookups_.write("access_l1_lookups", out);
    l2_hits_.write("access_l2_hits", out);
    l2_lookups_.write("access_l2_lookups", out);
}

} // namespace hitmap
