#include "render/value_store.h"

#include "core/base/error.h"
#include "render/offscreen.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace hitmap {

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

ValueStore::ValueStore(std::uint64_t elements)
    : elements_(elements), values_(allocate_buffer_texture(GL_R32F, elements, 4, "the values")) {}

void ValueStore::hold(const void* owner, PaneValues& pane, std::uint32_t minimum_accesses) {
    if (owner_ != owner) {
        owner_ = owner;
        pane.changed = true;
        pane.faded = 0;
    }
    if (pane.changed) {
        const float nan = std::numeric_limits<float>::quiet_NaN();
        if (!pane.values) {
            glClearNamedBufferData(values_.buffer.name(), GL_R32F, GL_RED, GL_FLOAT, &nan);
        } else if (!pane.values->empty()) {
            glNamedBufferSubData(values_.buffer.name(), 0, static_cast<GLsizeiptr>(pane.values->size() * 4),
                                 pane.values->data());
        }
        pane.changed = false;
    }
    if (minimum_accesses <= 1 || !pane.counts || pane.faded == minimum_accesses) return;
    if (fade_.bytes == 0)
        fade_ = allocate_buffer_texture(GL_R32UI, (elements_ + 31) / 32, 4, "what is faded");
    const std::vector<std::uint32_t> bits = fade_bits(*pane.counts, minimum_accesses);
    glNamedBufferSubData(fade_.buffer.name(), 0, static_cast<GLsizeiptr>(bits.size() * 4), bits.data());
    pane.faded = minimum_accesses;
}

void ValueStore::forget(const void* owner) {
    if (owner_ == owner) owner_ = nullptr;
}

std::vector<std::uint32_t> fade_bits(const std::vector<float>& counts, std::uint32_t minimum) {
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
