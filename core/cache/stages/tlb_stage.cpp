#include "core/cache/stages/tlb_stage.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace hitmap {

TlbStage::TlbStage(const TlbGeometry& geometry, std::uint32_t line_bytes, std::uint64_t seed)
    : geometry_(geometry),
      page_bits_(static_cast<unsigned>(std::countr_zero(geometry.l1.page))),
      page_shift_(page_bits_ - static_cast<unsigned>(std::countr_zero(line_bytes))),
      seed_(seed),
      device_(make_tlb_level(geometry.l2, seed)) {}

void TlbStage::reserve(std::size_t sms) {
    if (sms > sms_.size()) sms_.resize(sms);
}

void TlbStage::run(std::uint32_t sm, const SmQueues& queues, const CoalescedRequests& lines, TlbOutput& out) {
    const auto requests = queues.of(sm);
    if (requests.empty()) return;
    Sm& state = sms_[sm];
    if (state.tlb == nullptr) state.tlb = make_tlb_level(geometry_.l1, seed_ + 1 + sm);
    state.asked.clear();
    state.asked_by.clear();
    state.missed.clear();
    const std::uint64_t* const numbers = lines.numbers.data();
    for (const SmRequest& request : requests) {
        std::uint64_t present = ~std::uint64_t{0};
        for (std::uint32_t i = request.first_line; i < request.last_line; ++i) {
            const std::uint64_t page = numbers[i] >> page_shift_;
            if (page == present) continue;
            present = page;
            ++state.lookups;
            if (std::exchange(state.last_page, page) == page) continue;
            state.asked.push_back(page << page_bits_);
            state.asked_by.push_back(request.number);
        }
    }
    state.tlb->access_all(state.asked, state.missed);
    state.misses += state.missed.size();
    if (state.missed.empty()) return;
    const std::lock_guard lock(out.mutex);
    for (const std::uint32_t i : state.missed)
        out.misses.push_back({state.asked[i], state.asked_by[i]});
}

void TlbStage::run_device(TlbOutput& missed) {
    std::sort(missed.misses.begin(), missed.misses.end(), [](const TlbMiss& a, const TlbMiss& b) {
        return a.request != b.request ? a.request < b.request : a.address < b.address;
    });
    for (const TlbMiss& miss : missed.misses)
        l2_hits_ += device_->access(miss.address) ? 1U : 0U;
    missed.misses.clear();
}

TlbSums TlbStage::sums() const {
    TlbSums sums;
    for (const Sm& sm : sms_) {
        sums.lookups += sm.lookups;
        sums.l1_hits += sm.lookups - sm.misses;
    }
    sums.l2_hits = l2_hits_;
    return sums;
}

} // namespace hitmap
