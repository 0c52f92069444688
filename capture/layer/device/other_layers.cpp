#include "capture/layer/device/other_layers.h"

#include <algorithm>
#include <link.h>
#include <string_view>

namespace hitmap::capture {

namespace {

int add_layer(dl_phdr_info* library, std::size_t /*bytes*/, void* result) {
    auto& names = *static_cast<std::vector<std::string>*>(result);
    std::string_view name = library->dlpi_name;
    if (const std::size_t slash = name.rfind('/'); slash != std::string_view::npos)
        name.remove_prefix(slash + 1);
    constexpr std::string_view begin = "libVkLayer_";
    if (!name.starts_with(begin)) return 0;
    name.remove_prefix(std::string_view("lib").size());
    name = name.substr(0, name.find(".so"));
    if (name != "VkLayer_hitmap_capture") names.emplace_back(name);
    return 0;
}

} // namespace

std::vector<std::string> other_layers() {
    std::vector<std::string> names;
    dl_iterate_phdr(add_layer, &names);
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace hitmap::capture
