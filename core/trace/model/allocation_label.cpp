#include "core/trace/model/allocation_label.h"

#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <string_view>

namespace hitmap {

std::vector<std::string> allocation_labels(const RecordingInfo& info) {
    std::map<std::string_view, std::size_t> holders;
    for (const Allocation& allocation : info.allocations)
        ++holders[allocation.name];
    std::vector<std::string> labels;
    for (std::size_t i = 0; i < info.allocations.size(); ++i) {
        const std::string& name = info.allocations[i].name;
        labels.push_back(holders[name] == 1 ? name : fmt::format("{} #{}", name, i));
    }
    return labels;
}

} // namespace hitmap
