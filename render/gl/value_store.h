#pragma once

#include "render/gl/gl_object.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hitmap {

/// A buffer that shaders read element by element through a buffer texture.
struct BufferTexture {
    GlBuffer buffer;
    GlTexture texture;
    std::uint64_t bytes = 0;
};

/// `what` completes the message "the GPU has too little memory for ...". An empty buffer gets one element,
/// since GL does not allow size 0. Throws Error if the GPU has too little memory or cannot address the size.
[[nodiscard]] GlBuffer allocate_buffer(std::uint64_t bytes, const char* what);
[[nodiscard]] BufferTexture allocate_buffer_texture(unsigned format, std::uint64_t elements,
                                                    std::uint64_t element_bytes, const char* what);

/// The values that one pane shows of one kind of element, in CPU memory.
struct PaneValues {
    using Numbers = std::shared_ptr<const std::vector<float>>;

    Numbers values;          ///< [elements] NaN: not accessed; null: no values
    Numbers counts;          ///< [elements] number of accesses; null: not known, then nothing is faded
    bool changed = true;     ///< whether `values` changed since their upload started
    std::uint32_t faded = 0; ///< the minimum count for which fade bits are or will be uploaded; 0: none

    /// The upload in progress, of which [0, done) is complete; null: none. It is completed before newer
    /// values are uploaded, so that something is shown even if values change quickly.
    struct Sending {
        Numbers numbers;
        std::uint64_t done = 0;
        std::uint32_t minimum = 0; ///< the minimum count of the fade bits
    };
    Sending sending_values;
    Sending sending_fade;
};

/// The values of one kind of element in GPU memory, shared by all panes of a scene. They belong to the pane
/// that drew last; other panes upload theirs again. The fade bits exist once a pane has needed them.
class ValueStore {
public:
    /// Takes no memory on the GPU yet.
    explicit ValueStore(std::uint64_t elements) : elements_(elements) {}

    /// Takes memory for the values, and for fade bits if `with_fade` is set, unless it has it already. Throws
    /// Error if the GPU has too little memory or cannot address the size; then nothing has changed.
    void allocate(bool with_fade = false);
    /// Uploads the values of `pane`, which `owner` identifies. If `minimum_accesses` is > 1 and the counts
    /// are known, also uploads the bits of elements with fewer accesses. Uploads about `max_bytes`, subtracts
    /// what it uploaded, and returns whether everything is there. If another pane owned the store, everything
    /// is uploaded at once: in parts, two panes would restart each other's uploads forever. Throws what
    /// allocate() throws.
    bool hold(const void* owner, PaneValues& pane, std::uint32_t minimum_accesses, std::uint64_t& max_bytes);
    void forget(const void* owner);

    [[nodiscard]] const GlTexture& values() const { return values_.texture; }
    /// The name is 0 until a pane has needed fade bits.
    [[nodiscard]] const GlTexture& fade() const { return fade_.texture; }
    [[nodiscard]] std::uint64_t gpu_bytes() const { return values_.bytes + fade_.bytes; }

private:
    void clear_values() const;
    void send_values(PaneValues::Sending& sending, std::uint64_t& max_bytes) const;
    void send_fade(PaneValues::Sending& sending, std::uint64_t& max_bytes) const;

    std::uint64_t elements_;
    BufferTexture values_; ///< one float per element
    BufferTexture fade_;   ///< one bit per element
    const void* owner_ = nullptr;
};

/// Bit i of the words: counts[i] < minimum. An element without a value (NaN) has no count.
[[nodiscard]] std::vector<std::uint32_t> fade_bits(std::span<const float> counts, std::uint32_t minimum);

} // namespace hitmap
