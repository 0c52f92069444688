#pragma once

#include "render/gl_object.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// A buffer that shaders read through a texture, element by element.
struct BufferTexture {
    GlBuffer buffer;
    GlTexture texture;
    std::uint64_t bytes = 0;
};

/// `what` completes "the GPU has too little memory for ...". An empty buffer gets one element. Throws Error
/// where the GPU has too little memory or cannot address so much.
[[nodiscard]] GlBuffer allocate_buffer(std::uint64_t bytes, const char* what);
[[nodiscard]] BufferTexture allocate_buffer_texture(unsigned format, std::uint64_t elements,
                                                    std::uint64_t element_bytes, const char* what);

/// What one pane shows of one kind of element, on the CPU.
struct PaneValues {
    using Numbers = std::shared_ptr<const std::vector<float>>;

    Numbers values;          ///< [elements] NaN: not accessed; null: none
    Numbers counts;          ///< [elements] accesses; null: not known, nothing is faded
    bool changed = true;     ///< `values`, since the last upload
    std::uint32_t faded = 0; ///< minimum count that the uploaded bits are of; 0: not uploaded
};

/// The values on the GPU of one kind of element, which all panes of a scene share: they belong to the pane
/// that drew last, others upload theirs again. The bits that say what is faded are there once a pane asked
/// for them.
class ValueStore {
public:
    explicit ValueStore(std::uint64_t elements);

    /// Makes the store hold the values of `pane`, which `owner` identifies; with bits for elements of less
    /// than `minimum_accesses` where that is > 1 and the counts are known.
    void hold(const void* owner, PaneValues& pane, std::uint32_t minimum_accesses);
    void forget(const void* owner);

    [[nodiscard]] const GlTexture& values() const { return values_.texture; }
    /// Name 0 while no pane has asked for it.
    [[nodiscard]] const GlTexture& fade() const { return fade_.texture; }
    [[nodiscard]] std::uint64_t gpu_bytes() const { return values_.bytes + fade_.bytes; }

private:
    std::uint64_t elements_;
    BufferTexture values_; ///< float an element
    BufferTexture fade_;   ///< bit an element
    const void* owner_ = nullptr;
};

/// Bit i of the words: counts[i] < minimum; not accessed (NaN) is no count.
[[nodiscard]] std::vector<std::uint32_t> fade_bits(const std::vector<float>& counts, std::uint32_t minimum);

} // namespace hitmap
