#include "core/probe/chase/chase.h"

#include <utility>

namespace hitmap {

Chain Chain::uniform(std::uint64_t count, std::uint64_t stride) {
    Chain chain;
    chain.count_ = count;
    chain.stride_ = stride;
    return chain;
}

Chain Chain::of(std::vector<std::uint64_t> words) {
    Chain chain;
    chain.words_ = std::move(words);
    return chain;
}

std::uint64_t ChaseRun::lap() const {
    for (std::size_t i = 1; i < samples.size(); ++i)
        if (samples[i].index == samples.front().index) return i;
    return samples.size();
}

std::uint64_t ChaseRun::laps() const {
    return samples.empty() ? 0 : samples.size() / lap();
}

std::span<const ChaseSample> ChaseRun::lap(std::uint64_t number) const {
    const std::uint64_t length = lap();
    return std::span(samples).subspan(number * length, length);
}

bool ChaseRun::follows(const Chain& chain) const {
    if (samples.empty() || chain.size() == 0) return false;
    for (std::size_t i = 0; i < samples.size(); ++i)
        if (samples[i].index != chain[i % chain.size()]) return false;
    return true;
}

std::uint64_t ChaseRun::stride() const {
    const std::uint64_t length = lap();
    if (length < 2 || samples[0].index != 0) return 0;
    const std::uint64_t stride = samples[1].index;
    for (std::size_t i = 0; i < samples.size(); ++i)
        if (samples[i].index != i % length * stride) return 0;
    return stride;
}

} // namespace hitmap
