#include "tests/render/gpu_shortage.h"

#include <epoxy/gl.h>

#include <limits>

namespace hitmap::test {
namespace {

// libepoxy calls each function of OpenGL through a variable, whose value it replaces at the first call.
decltype(glNamedBufferStorage) real_storage = nullptr;
int allowed_buffers = 0;
int refused_buffers = 0;

void EPOXY_CALLSPEC scarce_storage(GLuint buffer, GLsizeiptr bytes, const void* data, GLbitfield flags) {
    constexpr GLsizeiptr more_than_any_gpu_has = std::numeric_limits<GLsizeiptr>::max() / 2;
    if (data == nullptr && --allowed_buffers < 0) {
        bytes = more_than_any_gpu_has;
        ++refused_buffers;
    }
    glNamedBufferStorage = real_storage;
    glNamedBufferStorage(buffer, bytes, data, flags);
    real_storage = glNamedBufferStorage;
    glNamedBufferStorage = scarce_storage;
}

} // namespace

GpuShortage::GpuShortage(int allowed) {
    allowed_buffers = allowed;
    refused_buffers = 0;
    real_storage = glNamedBufferStorage;
    glNamedBufferStorage = scarce_storage;
}

GpuShortage::~GpuShortage() {
    glNamedBufferStorage = real_storage;
}

int GpuShortage::refused() const {
    return refused_buffers;
}

} // namespace hitmap::test
