#include "core/relayout/model/field_use.h"

#include <algorithm>

namespace hitmap {

void FieldUse::add(std::uint64_t offset, std::uint32_t bytes) {
    ++begins_[offset];
    ++ends_[std::min<std::uint64_t>(offset + bytes, begins_.size())];
    widest_[offset] = std::max(widest_[offset], bytes);
}

std::vector<std::uint64_t> FieldUse::accesses() const {
    std::vector<std::uint64_t> accesses(begins_.size());
    std::uint64_t open = 0;
    for (std::size_t i = 0; i < begins_.size(); ++i)
        accesses[i] = open = open - ends_[i] + begins_[i];
    return accesses;
}

std::vector<std::uint64_t> FieldUse::joined() const {
    std::vector<std::uint64_t> joined = accesses();
    for (std::size_t i = 0; i < joined.size(); ++i)
        joined[i] -= begins_[i]; // those that began before
    return joined;
}

} // namespace hitmap
