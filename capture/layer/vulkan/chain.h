#pragma once

#include <cstddef>
#include <memory>
#include <vector>
#include <vulkan/vulkan_core.h>

#include "capture/layer/vulkan/memory_edits.h"

namespace hitmap::capture {

/// The structure of a type in a chain of the program, or null.
template <class T>
[[nodiscard]] const T* find_in_chain(const void* first, VkStructureType type) {
    for (auto* s = static_cast<const VkBaseInStructure*>(first); s != nullptr; s = s->pNext)
        if (s->sType == type) return reinterpret_cast<const T*>(s);
    return nullptr;
}

/// The structures that are chained to a structure of the program, with changes for the layer below. They are
/// copied up to the first one that this layer does not know, and whose size it therefore does not know
/// either. From there on they remain the program's: what differs there is in edits(), which are applied
/// around the call.
class Chain {
public:
    /// @param first  the pNext of the structure; null: no structures are chained
    explicit Chain(const void* first);

    [[nodiscard]] const void* first() const { return first_; }
    /// The changes of structures that are not copied.
    [[nodiscard]] const MemoryEdits& edits() const { return edits_; }

    /// The structure of a type, or null.
    template <class T>
    [[nodiscard]] const T* find(VkStructureType type) const {
        return find_in_chain<T>(first_, type);
    }
    /// Gives a member of the structure of a type another value. @return whether there is such a structure
    template <class T, class V>
    bool set(VkStructureType type, V T::*member, const std::type_identity_t<V>& value) {
        if (auto* const copied = reinterpret_cast<T*>(find_copy(type))) {
            copied->*member = value;
            return true;
        }
        const T* const own = find_in_chain<T>(rest_, type);
        if (own != nullptr) edits_.set(own->*member, value);
        return own != nullptr;
    }
    /// The same for a member of a structure that is a member.
    template <class T, class P, class V>
    bool set_part(VkStructureType type, P T::*part, V P::*member, const std::type_identity_t<V>& value) {
        if (auto* const copied = reinterpret_cast<T*>(find_copy(type))) {
            copied->*part.*member = value;
            return true;
        }
        const T* const own = find_in_chain<T>(rest_, type);
        if (own != nullptr) edits_.set(own->*part.*member, value);
        return own != nullptr;
    }
    /// Puts a structure, which must outlive the chain, before all others.
    template <class T>
    void prepend(T& structure) {
        structure.pNext = const_cast<void*>(first_);
        first_ = &structure;
    }
    /// Takes the structure of a type out of the chain, if there is one.
    void remove(VkStructureType type);

private:
    [[nodiscard]] VkBaseOutStructure* find_copy(VkStructureType type);

    const void* first_ = nullptr;
    const VkBaseInStructure* rest_ = nullptr; ///< the part that is not copied
    std::vector<std::unique_ptr<std::byte[]>> copies_;
    MemoryEdits edits_;
};

} // namespace hitmap::capture
