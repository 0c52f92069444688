#pragma once

#include "render/gl/gl_object.h"

#include <cstdint>
#include <memory>
#include <span>
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
    bool changed = true;     ///< `values`, since their upload began
    std::uint32_t faded = 0; ///< minimum count that the uploaded bits are of or will be; 0: another

    /// On their way to the GPU, [0, done) of them there; null: none. What is on its way arrives before newer
    /// ones begin, so that something is shown while they come fast.
    struct Sending {
        Numbers numbers;
        std::uint64_t done = 0;
        std::uint32_t minimum = 0; ///< of fade bits
    };
    Sending sending_values;
    Sending sending_fade;
};

/// The values on the GPU of one kind of element, which all panes of a scene share: they belong to the pane
/// that drew last, others upload theirs again. The bits that say what is faded are there once a pane asked
/// for them.
class ValueStore {
public:
    explicit ValueStore(std::uint64_t elements);

    /// Makes the store hold the values of `pane`, which `owner` identifies; with bits for elements of less
    /// than `minimum_accesses` where that is > 1 and the counts are known. Uploads about `max_bytes`, which
    /// are taken off, and true when all is there; everything at once where another pane owned the store, as
    /// they would hinder each other for ever.
    bool hold(const void* owner, PaneValues& pane, std::uint32_t minimum_accesses, std::uint64_t& max_bytes);
    void forget(const void* owner);

    [[nodiscard]] const GlTexture& values() const { return values_.texture; }
    /// Name 0 while no pane has asked for it.
    [[nodiscard]] const GlTexture& fade() const { return fade_.texture; }
    [[nodiscard]] std::uint64_t gpu_bytes() const { return values_.bytes + fade_.bytes; }

private:
    void clear_values() const;
    void send_values(PaneValues::Sending& sending, std::uint64_t& max_bytes) const;
    void send_fade(PaneValues::Sending& sending, std::uint64_t& max_bytes);

    std::uint64_t elements_;
    BufferTexture values_; ///< float an element
    BufferTexture fade_;   ///< bit an element
    const void* owner_ = nullptr;
};

/// Bit i of the words: counts[i] < minimum; not accessed (NaN) is no count.
[[nodiscard]] std::vector<std::uint32_t> fade_bits(std::span<const float> counts, std::uint32_t minimum);

} // namespace hitmap
