#include "core/cache/sdcm/scene_lines.h"

#include "core/base/error.h"
#include "core/cache/reuse/reuse_stack.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>
#include <utility>

namespace hitmap {

namespace {

/// The most lines of at least 16 bytes that consecutive bytes are in.
constexpr std::uint32_t lines_of(std::uint32_t bytes) {
    return 1 + (bytes - 1 + 15) / 16;
}

} // namespace

SceneLines::SceneLines(const RecordingInfo& info, std::shared_ptr<const RecordedScene> scene,
                       std::uint32_t line_bytes, const JobContext& job)
    : scene_(std::move(scene)),
      numbers_(scene_.get()),
      line_bits_(static_cast<unsigned>(std::countr_zero(line_bytes))) {
    const KindSet looked_up = kinds_with_look_ups();
    for (const ElementKindId kind : looked_up) {
        const ElementKind& row = element_kinds()[kind];
        const LookUpRule& rule = row.look_up;
        const unsigned most = lines_of(rule.bytes) + rule.names * planes;
        if (rule.bytes == 0 || lines_of(rule.bytes) > own_lines || most > max_lookups ||
            (rule.names != 0 && (rule.named_bytes == 0 || lines_of(rule.named_bytes) > named_lines)))
            throw std::logic_error(fmt::format("the look-up rule of {} is beyond the limits", row.plural));
        most_lookups_ = std::max(most_lookups_, most);
        names_[kind] = rule.names != 0;
        static_cast<void>(buffers_of(row.role, rule.bytes));
    }
    for (const ElementKindId kind : looked_up)
        if (names_[kind])
            static_cast<void>(buffers_of(element_kinds()[kind].look_up.named_role,
                                         element_kinds()[kind].look_up.named_bytes));
    for (Buffers& buffers : buffers_)
        for (std::uint32_t i = 0; i < info.allocations.size(); ++i)
            if (info.allocations[i].role == buffers.role) add(info, i, buffers);
    number_lines();
    for (const ElementKindId kind : looked_up)
        make_rule(kind, job);
}

SceneLines::Buffers& SceneLines::buffers_of(Role role, std::uint32_t bytes) {
    const auto found = std::ranges::find_if(
        buffers_, [&](const Buffers& buffers) { return buffers.role == role && buffers.bytes == bytes; });
    return found != buffers_.end() ? *found : buffers_.emplace_back(Buffers{role, bytes});
}

void SceneLines::add(const RecordingInfo& info, std::uint32_t allocation, Buffers& to) const {
    const Allocation& a = info.allocations[allocation];
    if (a.space != Space::global || a.element_count() == 0) return;
    // If the stride is smaller than the element, the last element may extend past its allocation.
    const std::uint64_t space = std::numeric_limits<std::uint64_t>::max() - a.address;
    if (space < to.bytes || space - to.bytes < a.bytes)
        throw Error(fmt::format("allocation '{}' reaches beyond the end of the address space", a.name));
    std::vector<Elements>& all = to.elements;
    const std::uint64_t first = all.empty() ? 0 : all.back().first_element + all.back().count;
    const bool planar = a.layout == ElementLayout::planar;
    all.push_back({a.address, first, a.element_count(), 0, a.stride, to.bytes - 1, allocation,
                   planar ? a.plane_bytes() : 0});
}

/// The coordinates are in three planes. If two of them share a line, it is looked up once.
void SceneLines::append_planes(const Elements& elements, std::uint64_t element, Output& out) const {
    std::uint64_t address = elements.address + (element - elements.first_element) * elements.stride;
    std::uint64_t last = ~std::uint64_t{0};
    for (unsigned plane = 0; plane < planes; ++plane, address += elements.plane_bytes) {
        const std::uint64_t line = address >> line_bits_;
        if (line == last) continue;
        last = line;
        out.lines[out.end] = static_cast<std::uint32_t>(line - elements.line_offset);
        out.allocations[out.end++] = elements.allocation;
    }
}

void SceneLines::number_lines() {
    std::vector<Elements*> all;
    for (Buffers& buffers : buffers_)
        for (Elements& elements : buffers.elements)
            all.push_back(&elements);
    std::sort(all.begin(), all.end(),
              [](const Elements* a, const Elements* b) { return a->address < b->address; });
    std::uint64_t end = 0; // first line number that is not used yet
    std::uint64_t count = 0;
    for (Elements* elements : all) {
        // A line that two allocations share keeps its first number.
        const std::uint64_t first = std::max(end, elements->address >> line_bits_);
        const std::uint64_t last_byte =
            elements->plane_bytes == 0
                ? elements->address + (elements->count - 1) * elements->stride + elements->last_byte
                : elements->address + planes * elements->plane_bytes - 1;
        elements->line_offset = first - count;
        end = std::max(first, (last_byte >> line_bits_) + 1);
        count += end - first;
        if (count > ReuseStack::max_lines)
            throw Error(fmt::format("{} take more than {} cache lines of {} bytes", names_of_buffers(),
                                    ReuseStack::max_lines, 1U << line_bits_));
    }
    line_count_ = static_cast<std::uint32_t>(count);
}

/// "boxes, faces and vertices".
std::string SceneLines::names_of_buffers() const {
    std::string text;
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
        if (i != 0) text += i + 1 == buffers_.size() ? " and " : ", ";
        text += name_of(buffers_[i].role);
    }
    return text;
}

void SceneLines::make_rule(ElementKindId kind, const JobContext& job) {
    const ElementKind& row = element_kinds()[kind];
    Rule& rule = rules_[kind];
    const std::vector<Elements>& elements = buffers_of(row.role, row.look_up.bytes).elements;
    if (elements.empty()) return;
    rule.elements = elements.data();
    if (!names_[kind]) return;
    const Buffers& named = buffers_of(row.look_up.named_role, row.look_up.named_bytes);
    if (!scene_)
        throw Error(fmt::format("the recording has no scene: the model needs the {} of its {}",
                                name_of(named.role), row.plural));
    if (named.elements.empty()) return;
    check_names(kind, named, job);
    rule.named = named.elements.data();
    rule.names = row.look_up.names;
    rule.numbers = numbers_.of(kind, 0).data();
}

void SceneLines::check_names(ElementKindId kind, const Buffers& named, const JobContext& job) const {
    const std::uint64_t held = named.elements.back().first_element + named.elements.back().count;
    const auto all = numbers_.all(kind);
    constexpr std::size_t checked_at_once = std::size_t{1} << 16;
    for (std::size_t first = 0; first < all.size(); first += checked_at_once) {
        job.check();
        std::uint32_t largest = 0; // of many, so that the compiler can compare several at once
        const auto now = all.subspan(first, std::min(checked_at_once, all.size() - first));
        for (const std::uint32_t number : now)
            largest = std::max(largest, number);
        if (largest < held) continue;
        const auto found = std::ranges::find_if(now, [held](std::uint32_t number) { return number >= held; });
        const std::size_t element =
            (first + static_cast<std::size_t>(found - now.begin())) / element_kinds()[kind].look_up.names;
        throw Error(fmt::format("{} slot {} has {} {}, but the allocations of {} hold {}",
                                element_kinds()[kind].name, element, element_kinds()[kind].look_up.named,
                                std::ranges::max(numbers_.of(kind, element)), name_of(named.role), held));
    }
}

void SceneLines::refuse_unknown(ElementKindId kind, std::uint32_t element) const {
    throw Error(fmt::format("{} slot {} was accessed, but the scene has {} of them",
                            element_kinds()[kind].name, element, numbers_.count(kind)));
}

} // namespace hitmap
