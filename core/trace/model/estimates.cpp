#include "core/trace/model/estimates.h"

#include "core/trace/model/relayout_marks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace hitmap {

namespace {

bool has_option(const RecordingInfo& info, std::string_view name) {
    return std::ranges::find(info.options, name, &std::pair<std::string, std::string>::first) !=
           info.options.end();
}

bool has_option(const RecordingInfo& info, std::string_view name, std::string_view value) {
    return std::ranges::any_of(
        info.options, [&](const auto& option) { return option.first == name && option.second == value; });
}

/// What the models take from a recording and the recording does not know. What relayout and dealing assume
/// has reasons of its own.
void add_assumed(const RecordingInfo& info, std::vector<std::string>& reasons) {
    const bool assumes_sms =
        origin_of(info, "sm") == Origin::assumed && !has_option(info, deal_blocks_option);
    const bool assumes_order = origin_of(info, "order") == Origin::assumed && reasons.empty();
    if (assumes_sms && assumes_order)
        reasons.emplace_back("because the SMs on which blocks ran and the order of requests are assumed");
    else if (assumes_sms)
        reasons.emplace_back("because the SMs on which blocks ran are assumed");
    else if (assumes_order)
        reasons.emplace_back("because the order of requests is assumed");
}

/// Hits of elements depend on what the buffers hold.
void add_buffers(const RecordingInfo& info, std::vector<std::string>& reasons) {
    const Origin origin = origin_of(info, "allocations");
    const bool has_elements = std::ranges::any_of(
        info.allocations, [](const Allocation& allocation) { return allocation.role != Role::other; });
    if (!has_elements || has_option(info, relayout_option)) return;
    if (origin == Origin::derived)
        reasons.emplace_back("because what the buffers hold was derived from the requests");
    else if (origin == Origin::assumed)
        reasons.emplace_back("because what the buffers hold is assumed");
}

} // namespace

std::string_view dealing_text(const RecordingInfo& info) {
    const auto found =
        std::ranges::find(info.options, deal_blocks_option, &std::pair<std::string, std::string>::first);
    return found == info.options.end() ? std::string_view() : found->second;
}

std::uint32_t recorded_sms(const RecordingInfo& info) {
    const std::string_view text = dealing_text(info);
    if (text.empty()) return info.device.sm_count;
    const std::string_view number = text.substr(text.rfind(' ') + 1);
    std::uint32_t sms = 0;
    std::from_chars(number.data(), number.data() + number.size(), sms);
    return sms;
}

std::vector<std::string> change_estimates(const RecordingInfo& info) {
    std::vector<std::string> reasons;
    for (const auto& [option, value] : info.options) {
        if (option == relayout_estimate_option) reasons.push_back("by relayout: " + value);
        if (option == replay_option && origin_of(info, traversal_field) != Origin::derived)
            reasons.push_back(fmt::format("by replaying rays over {}: {}",
                                          has_option(info, "replay-tree", "driver")
                                              ? "the driver's tree"
                                              : "another tree than the driver's",
                                          value));
        if (option == deal_blocks_estimate_option) reasons.push_back("by dealing the blocks again: " + value);
    }
    return reasons;
}

std::vector<std::string> estimate_reasons(const RecordingInfo& info) {
    std::vector<std::string> reasons = change_estimates(info);
    if (info.has_sums()) return reasons;
    add_assumed(info, reasons);
    add_buffers(info, reasons);
    return reasons;
}

std::string estimate_text(const RecordingInfo& info) {
    const std::vector<std::string> reasons = estimate_reasons(info);
    return reasons.empty() ? std::string() : fmt::format("Estimate, {}", fmt::join(reasons, "; "));
}

std::string_view recorded_caches_text(const RecordingInfo& info) {
    return origin_of(info, "caches") == Origin::recorded ? "as recorded"
                                                         : "as recorded, with caches that are not known";
}

} // namespace hitmap
