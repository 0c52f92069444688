#include "render/gl/value_store.h"

#include "core/base/error.h"
#include "render/gl/offscreen.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace hitmap {

namespace {

// A multiple of 32, so that pieces have whole words of bits.
constexpr std::uint64_t piece_elements = 1U << 18;

} // namespace

GlBuffer allocate_buffer(std::uint64_t bytes, const char* what) {
    check_gl_errors("preparing the scene");
    GlBuffer buffer = GlBuffer::create();
    glNamedBufferStorage(buffer.name(), static_cast<GLsizeiptr>(bytes), nullptr, GL_DYNAMIC_STORAGE_BIT);
    if (glGetError() == GL_OUT_OF_MEMORY) {
        throw Error(fmt::format("the GPU has too little memory for {}: {} MB more are needed", what,
                                bytes / 1'000'000));
    }
    return buffer;
}

BufferTexture allocate_buffer_texture(unsigned format, std::uint64_t elements, std::uint64_t element_bytes,
                                      const char* what) {
    GLint most_elements = 0;
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most_elements);
    if (elements > static_cast<std::uint64_t>(most_elements)) {
        throw Error(fmt::format("the scene is too large for this GPU: {} elements in a buffer, at most {}",
                                elements, most_elements));
    }
    const std::uint64_t bytes = std::max<std::uint64_t>(elements, 1) * element_bytes;
    BufferTexture result{allocate_buffer(bytes, what), GlTexture::create(GL_TEXTURE_BUFFER), bytes};
    glTextureBuffer(result.texture.name(), format, result.buffer.name());
    return result;
}

void ValueStore::allocate(bool with_fade) {
    BufferTexture values;
    if (values_.bytes == 0) values = allocate_buffer_texture(GL_R32F, elements_, 4, "the values");
    if (with_fade && fade_.bytes == 0) {
        fade_ = allocate_buffer_texture(GL_R32UI, (elements_ + 31) / 32, 4, "what is faded");
        const GLuint none = 0;
        glClearNamedBufferData(fade_.buffer.name(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &none);
    }
    if (values.bytes != 0) values_ = std::move(values); // kept only if there is memory for both
}

bool ValueStore::hold(const void* owner, PaneValues& pane, std::uint32_t minimum_accesses,
                      std::uint64_t& max_bytes) {
    std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t* budget = &max_bytes;
    const bool fades = minimum_accesses > 1 && pane.counts;
    allocate(fades);
    if (owner_ != owner) {
        if (owner_ != nullptr) budget = &all;
        owner_ = owner;
        pane.changed = true;
        pane.faded = 0;
        pane.sending_values = pane.sending_fade = {};
    }
    if (pane.changed && pane.sending_values.numbers == nullptr) {
        pane.changed = false;
        pane.sending_values = {pane.values};
        if (pane.values == nullptr) clear_values();
    }
    send_values(pane.sending_values, *budget);
    if (fades && pane.faded != minimum_accesses && pane.sending_fade.numbers == nullptr) {
        pane.faded = minimum_accesses;
        pane.sending_fade = {pane.counts, 0, minimum_accesses};
    }
    send_fade(pane.sending_fade, *budget);
    return !pane.changed && pane.sending_values.numbers == nullptr &&
           (!fades || (pane.faded == minimum_accesses && pane.sending_fade.numbers == nullptr));
}

void ValueStore::clear_values() const {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    glClearNamedBufferData(values_.buffer.name(), GL_R32F, GL_RED, GL_FLOAT, &nan);
}

void ValueStore::send_values(PaneValues::Sending& sending, std::uint64_t& max_bytes) const {
    if (sending.numbers == nullptr) return;
    const std::vector<float>& numbers = *sending.numbers;
    while (sending.done < numbers.size()) {
        if (max_bytes == 0) return;
        const std::uint64_t count = std::min(piece_elements, numbers.size() - sending.done);
        glNamedBufferSubData(values_.buffer.name(), static_cast<GLintptr>(4 * sending.done),
                             static_cast<GLsizeiptr>(4 * count), numbers.data() + sending.done);
        sending.done += count;
        max_bytes -= std::min(max_bytes, 4 * count);
    }
    sending = {};
}

void ValueStore::send_fade(PaneValues::Sending& sending, std::uint64_t& max_bytes) const {
    if (sending.numbers == nullptr) return;
    const std::span<const float> counts(*sending.numbers);
    while (sending.done < counts.size()) {
        if (max_bytes == 0) return;
        const std::uint64_t count = std::min(piece_elements, counts.size() - sending.done);
        const std::vector<std::uint32_t> bits =
            fade_bits(counts.subspan(sending.done, count), sending.minimum);
        glNamedBufferSubData(fade_.buffer.name(), static_cast<GLintptr>(sending.done / 8),
                             static_cast<GLsizeiptr>(4 * bits.size()), bits.data());
        sending.done += count;
        max_bytes -= std::min(max_bytes, 4 * count);
    }
    sending = {};
}

void ValueStore::forget(const void* owner) {
    if (owner_ == owner) owner_ = nullptr;
}

std::vector<std::uint32_t> fade_bits(std::span<const float> counts, std::uint32_t minimum) {
    std::vector<std::uint32_t> words((counts.size() + 31) / 32);
    const auto limit = static_cast<float>(minimum);
    for (std::size_t word = 0; word < words.size(); ++word) {
        const std::size_t first = 32 * word;
        const std::size_t count = std::min<std::size_t>(32, counts.size() - first);
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < count; ++i)
            bits |= static_cast<std::uint32_t>(counts[first + i] < limit) << i;
        words[word] = bits;
    }
    return words;
}

} // namespace hitmap
