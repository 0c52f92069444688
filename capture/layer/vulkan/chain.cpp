#include "capture/layer/vulkan/chain.h"

#include <algorithm>
#include <cstring>

#include "capture/layer/vulkan/chained_structures.h"

namespace hitmap::capture {

namespace {

/// 0: not known.
std::size_t bytes_of(VkStructureType type) {
    const auto* const found = std::find_if(chained_structures.begin(), chained_structures.end(),
                                           [=](const ChainedStructure& s) { return s.type == type; });
    return found == chained_structures.end() ? 0 : found->bytes;
}

} // namespace

Chain::Chain(const void* first) : first_(first) {
    VkBaseOutStructure* last = nullptr;
    const auto* from = static_cast<const VkBaseInStructure*>(first);
    for (; from != nullptr; from = from->pNext) {
        const std::size_t bytes = bytes_of(from->sType);
        if (bytes == 0) break;
        auto& copy = copies_.emplace_back(std::make_unique<std::byte[]>(bytes));
        std::memcpy(copy.get(), from, bytes);
        auto* structure = reinterpret_cast<VkBaseOutStructure*>(copy.get());
        if (last == nullptr)
            first_ = structure;
        else
            last->pNext = structure;
        last = structure;
    }
    rest_ = from;
}

VkBaseOutStructure* Chain::find_copy(VkStructureType type) {
    for (const auto& copy : copies_)
        if (auto* s = reinterpret_cast<VkBaseOutStructure*>(copy.get()); s->sType == type) return s;
    return nullptr;
}

void Chain::remove(VkStructureType type) {
    const VkBaseOutStructure* const removed = find_copy(type);
    if (removed == nullptr) {
        // The first structure of the rest is of a type that is not known, so that another one is before it.
        for (const auto* s = rest_; s != nullptr && s->pNext != nullptr; s = s->pNext)
            if (s->pNext->sType == type) edits_.set(s->pNext, s->pNext->pNext);
        return;
    }
    if (first_ == removed) {
        first_ = removed->pNext;
        return;
    }
    for (const auto& copy : copies_)
        if (auto* s = reinterpret_cast<VkBaseOutStructure*>(copy.get()); s->pNext == removed)
            s->pNext = removed->pNext;
}

} // namespace hitmap::capture
