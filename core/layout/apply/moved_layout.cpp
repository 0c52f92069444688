#include "core/layout/apply/moved_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

using Key = std::pair<std::string, std::uint64_t>; ///< name and size

bool is_within(const BufferLayout& buffer, const Allocation& a) {
    return a.space == buffer.space && buffer.address >= a.address && buffer.address - a.address <= a.bytes &&
           buffer.bytes <= a.bytes - (buffer.address - a.address);
}

bool overlaps(const BufferLayout& buffer, const Allocation& a) {
    return a.space == buffer.space && buffer.address < a.address + a.bytes &&
           a.address < buffer.address + buffer.bytes;
}

bool are_alike(BufferLayout a, const BufferLayout& b) {
    a.address = b.address;
    a.origin = b.origin;
    return a == b;
}

std::string refusal_of(const BufferLayout& buffer) {
    return fmt::format("{}it has '{}' of {} bytes at {:#x}, and the recording has no such allocation; hitmap "
                       "layout or File > Layout makes another one",
                       layout_not_applied, buffer.name, buffer.bytes, buffer.address);
}

class LayoutMover {
public:
    LayoutMover(const RecordingInfo& info, const RecordingLayout& layout) : info_(info) {
        result_.layout = layout;
        for (const Allocation& a : info.allocations)
            if (a.space == Space::global) places_[{a.name, a.bytes}].push_back(a.address);
    }

    MovedLayout move() {
        if (places_.empty()) return std::move(result_);
        std::map<Key, std::vector<BufferLayout*>> away;
        const BufferLayout* lost = nullptr; // with a role, in no allocation
        bool any_here = false;
        for (BufferLayout& buffer : result_.layout.buffers) {
            if (buffer.space != Space::global) continue;
            const bool is_here = std::ranges::any_of(
                info_.allocations, [&](const Allocation& a) { return is_within(buffer, a); });
            if (const auto key = key_elsewhere(buffer))
                away[*key].push_back(&buffer);
            else if (is_here)
                any_here = true;
            else if (buffer.role != Role::other)
                lost = &buffer;
        }
        result_.is_doubtful = away.empty() && !any_here;
        if (away.empty()) return std::move(result_);
        if (lost != nullptr) return refused(*lost);
        for (auto& [key, buffers] : away)
            if (!move_all(key, buffers)) return refused(*buffers.front());
        return std::move(result_);
    }

private:
    /// The name and size of the allocations that a buffer can be, if none of them is where the buffer is.
    [[nodiscard]] std::optional<Key> key_elsewhere(const BufferLayout& buffer) const {
        Key key{buffer.name, buffer.bytes};
        if (!places_.contains(key)) key.first.clear();
        if (!places_.contains(key)) return std::nullopt;
        const bool is_here = std::ranges::any_of(info_.allocations, [&](const Allocation& a) {
            return (a.name == key.first && a.bytes == key.second && overlaps(buffer, a)) ||
                   (a.name == buffer.name && is_within(buffer, a));
        });
        return is_here ? std::nullopt : std::optional(key);
    }

    /// Gives buffers of one name and size the places that no other such buffer of the layout has.
    bool move_all(const Key& key, const std::vector<BufferLayout*>& buffers) {
        std::vector<std::uint64_t> free = places_.at(key);
        for (const BufferLayout& buffer : result_.layout.buffers)
            if (buffer.bytes == key.second && std::ranges::count(buffers, &buffer) == 0)
                std::erase(free, buffer.address);
        std::ranges::sort(free);
        const auto is_other = [&](const BufferLayout* buffer) {
            return !are_alike(*buffer, *buffers.front());
        };
        if (free.size() < buffers.size() ||
            (free.size() > 1 && (free.size() != buffers.size() || std::ranges::any_of(buffers, is_other))))
            return false;
        for (std::size_t i = 0; i < buffers.size(); ++i)
            buffers[i]->address = free[i];
        result_.moved += buffers.size();
        return true;
    }

    MovedLayout refused(const BufferLayout& buffer) {
        result_.refusal = refusal_of(buffer);
        result_.moved = 0;
        return std::move(result_);
    }

    const RecordingInfo& info_;
    std::map<Key, std::vector<std::uint64_t>> places_; ///< addresses of the recording
    MovedLayout result_;
};

} // namespace

std::string MovedLayout::note() const {
    return moved == 0 ? std::string()
                      : fmt::format("the layout is of a recording with other addresses: {} of its {} "
                                    "allocations were moved to those of the same names and sizes",
                                    moved, layout.buffers.size());
}

std::string refusal_of(const RecordingLayout& layout) {
    return layout.buffers.empty() ? std::string() : refusal_of(layout.buffers.front());
}

MovedLayout moved_to(const RecordingInfo& info, const RecordingLayout& layout) {
    return LayoutMover(info, layout).move();
}

} // namespace hitmap
