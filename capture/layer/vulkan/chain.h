#pragma once

#include <cstddef>
#include <memory>
#include <vector>
#include <vulkan/vulkan_core.h>

namespace hitmap::capture {

/// A copy of the structures that are chained to a structure of the program, so that they can be changed. The
/// program's own may be constant. Structures that this layer does not know end the copy, since their size is
/// not known; the rest of the chain remains the program's.
class Chain {
public:
    /// @param first  the pNext of the structure; null: no structures are chained
    explicit Chain(const void* first);

    [[nodiscard]] const void* first() const { return first_; }
    /// The copy of the structure of a type, to be changed. Null if there is none that can be changed.
    template <class T>
    [[nodiscard]] T* find(VkStructureType type) {
        return reinterpret_cast<T*>(find_copy(type));
    }
    /// Whether a structure of this type is in the part that cannot be changed.
    [[nodiscard]] bool is_fixed(VkStructureType type) const;
    /// Puts a structure, which must outlive the chain, before all others.
    template <class T>
    void prepend(T& structure) {
        structure.pNext = const_cast<void*>(first_);
        first_ = &structure;
    }
    /// Takes a structure out of the copied part.
    void remove(VkStructureType type);

private:
    [[nodiscard]] VkBaseOutStructure* find_copy(VkStructureType type);

    const void* first_ = nullptr;
    const VkBaseInStructure* rest_ = nullptr; ///< the part that is not copied
    std::vector<std::unique_ptr<std::byte[]>> copies_;
};

/// The structure of a type in a chain of the program, or null.
template <class T>
[[nodiscard]] const T* find_in_chain(const void* first, VkStructureType type) {
    for (auto* s = static_cast<const VkBaseInStructure*>(first); s != nullptr; s = s->pNext)
        if (s->sType == type) return reinterpret_cast<const T*>(s);
    return nullptr;
}

} // namespace hitmap::capture
