#include "capture/layer/launch_tally.h"

#include <cstddef>

namespace hitmap::capture {

namespace {

std::string list_of(const std::map<std::uint32_t, std::string>& kernels) {
    constexpr std::size_t most = 10;
    std::string text;
    std::size_t count = 0;
    for (const auto& [number, name] : kernels) {
        if (count++ == most) return text + " and " + std::to_string(kernels.size() - most) + " more";
        text += (text.empty() ? "" : ", ") + name + " (number " + std::to_string(number) + ")";
    }
    return text;
}

std::string counted(std::uint64_t launches) {
    return std::to_string(launches) + (launches == 1 ? " dispatch or draw" : " dispatches or draws");
}

} // namespace

void LaunchTally::add_other_kernel(const std::string& kernel, std::uint32_t number) {
    const std::scoped_lock lock(mutex_);
    other_kernels_.emplace(number, kernel);
}

std::string LaunchTally::why_nothing() const {
    const std::scoped_lock lock(mutex_);
    if (not_chosen_ != 0)
        return "--dispatches and --every leave out all that it submitted: " + counted(not_chosen_);
    if (!other_kernels_.empty()) return "--kernels leaves out all that it used: " + list_of(other_kernels_);
    if (left_out_ != 0) return "nothing that it used can be recorded: " + counted(left_out_);
    if (unseen_devices_ != 0) return {};
    return "it submitted no dispatch, draw or launch of rays";
}

} // namespace hitmap::capture
