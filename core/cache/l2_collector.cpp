#include "core/cache/l2_collector.h"

#include <algorithm>

namespace hitmap {

L2Collector::L2Collector(const HierarchyConfig& config, std::vector<MemoryPath> paths, std::uint32_t sm_count)
    : l1_fill_(config.l1),
      partitions_(config.l2_partitions),
      sms_a_partition_((std::max(sm_count, 1U) + config.l2_partitions - 1) / config.l2_partitions) {
    paths_.reserve(paths.size());
    for (const MemoryPath path : paths)
        paths_.push_back(path_of(path));
}

L2Collector::Path L2Collector::path_of(MemoryPath path) {
    const auto all_if = [](bool condition) { return condition ? ~std::uint64_t{0} : 0; };
    const bool is_served = is_served_by_l1(path);
    const auto kind = path == MemoryPath::atomic ? L2Request::Kind::atomic
                      : writes_l2(path)          ? L2Request::Kind::store
                                                 : L2Request::Kind::load;
    return {all_if(asks_l2(path)), all_if(is_served),
            static_cast<LineSectors>(all_if(is_served && path != MemoryPath::last_load)), kind};
}

std::uint8_t L2Collector::partition_of(std::uint32_t sm) const {
    return static_cast<std::uint8_t>(std::min(sm / sms_a_partition_, partitions_ - 1));
}

} // namespace hitmap
