#include "core/replay/driver/driver_tree.h"

#include "core/base/error.h"
#include "core/replay/driver/lavapipe_layout.h"
#include "core/trace/model/not_recorded.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace hitmap {

namespace {

/// What an option says of a structure.
struct NamedStructure {
    std::string_view layout;
    bool is_top = false;
    std::uint64_t address = 0;
};

std::optional<NamedStructure> parsed(std::string_view text) {
    NamedStructure named;
    const std::size_t level = text.find(' ');
    if (level == std::string_view::npos) return std::nullopt;
    named.layout = text.substr(0, level);
    text.remove_prefix(level + 1);
    named.is_top = text.starts_with("top 0x");
    const std::size_t address = text.find(" 0x");
    if (address == std::string_view::npos || (!named.is_top && !text.starts_with("bottom 0x")))
        return std::nullopt;
    text.remove_prefix(address + 3);
    const auto [end, error] = std::from_chars(text.begin(), text.end(), named.address, 16);
    if (error != std::errc() || end != text.end()) return std::nullopt;
    return named;
}

/// The structures that options name, that of the instances first.
std::vector<NamedStructure> named_structures(const RecordingInfo& info) {
    std::vector<NamedStructure> structures;
    for (const auto& [name, value] : info.options) {
        if (name != acceleration_structure_option) continue;
        const auto named = parsed(value);
        if (!named)
            throw Error(fmt::format("option {}: expected a layout, top or bottom, and an address, found '{}'",
                                    name, value));
        if (named->layout != lavapipe::layout_name)
            throw Error(fmt::format("option {}: expected the layout {}, found {}", name,
                                    lavapipe::layout_name, named->layout));
        structures.push_back(*named);
    }
    std::stable_partition(structures.begin(), structures.end(),
                          [](const NamedStructure& named) { return named.is_top; });
    return structures;
}

std::uint32_t allocation_at(const RecordingInfo& info, std::uint64_t address) {
    const auto found = std::ranges::find_if(info.allocations, [&](const Allocation& a) {
        return a.address == address && a.space == Space::global && a.role == Role::other &&
               a.name.starts_with("acceleration structure");
    });
    if (found == info.allocations.end())
        throw Error(fmt::format("expected an allocation of the acceleration structure at {:#x}, found none",
                                address));
    return static_cast<std::uint32_t>(found - info.allocations.begin());
}

void link_instances(DriverTree& tree, const BytesPlace& place) {
    std::map<std::uint64_t, std::uint32_t> numbers;
    for (std::uint32_t i = 1; i < tree.structures.size(); ++i)
        numbers.emplace(tree.structures[i].address, i);
    for (DriverInstance& instance : tree.structures.front().instances) {
        const auto number = numbers.find(instance.address);
        if (number == numbers.end())
            throw FileError(
                place.file, place.place,
                fmt::format("expected instance {} to place a recorded structure, found address {:#x}",
                            instance.number, instance.address));
        instance.structure = number->second;
    }
}

} // namespace

bool has_driver_tree(const RecordingInfo& info) {
    return std::ranges::any_of(info.options, [](const auto& option) {
        if (option.first != acceleration_structure_option) return false;
        const auto named = parsed(option.second);
        return named && named->is_top && named->layout == lavapipe::layout_name;
    });
}

std::vector<std::uint32_t> driver_allocations(const RecordingInfo& info) {
    const std::vector<NamedStructure> named = named_structures(info);
    if (named.empty() || !named.front().is_top || (named.size() > 1 && named[1].is_top))
        throw Error("expected one acceleration structure of instances as the driver built it, found " +
                    std::string(named.empty() || !named.front().is_top ? "none" : "several"));
    std::vector<std::uint32_t> allocations;
    for (const NamedStructure& structure : named)
        allocations.push_back(allocation_at(info, structure.address));
    return allocations;
}

DriverTree read_driver_tree(const HmtFile& file, const JobContext& job) {
    const RecordingInfo& info = file.info();
    DriverTree tree;
    tree.layout = lavapipe::layout_name;
    for (const std::uint32_t number : driver_allocations(info)) {
        job.check();
        const Allocation& allocation = info.allocations[number];
        const BytesPlace place{file.name(), allocation.name};
        const std::vector<std::uint8_t> bytes = file.read_contents(AllocationIndex{number});
        tree.structures.push_back(lavapipe::read_structure(bytes, allocation.address, place));
        const DriverStructure& read = tree.structures.back();
        const bool is_top = tree.structures.size() == 1;
        if (!is_top && !read.instances.empty())
            throw FileError(place.file, place.place, "expected triangles or boxes, found instances");
        if (is_top && (!read.triangles.empty() || !read.boxes.empty()))
            throw FileError(place.file, place.place, "expected instances, found triangles or boxes");
    }
    link_instances(tree, {file.name(), info.allocations[driver_allocations(info).front()].name});
    return tree;
}

} // namespace hitmap
