#include "bench/allocation_peak.h"

#include <atomic>
#include <cstdlib>
#include <malloc.h>
#include <new>

namespace hitmap::bench {

namespace {

std::atomic<std::size_t> allocated{0};
std::atomic<std::size_t> peak{0};

void* count_in(void* memory) {
    if (memory == nullptr) throw std::bad_alloc();
    const std::size_t size = malloc_usable_size(memory);
    const std::size_t now = allocated.fetch_add(size, std::memory_order_relaxed) + size;
    std::size_t before = peak.load(std::memory_order_relaxed);
    while (before < now && !peak.compare_exchange_weak(before, now, std::memory_order_relaxed)) {
    }
    return memory;
}

void count_out(void* memory) {
    if (memory != nullptr) allocated.fetch_sub(malloc_usable_size(memory), std::memory_order_relaxed);
    std::free(memory);
}

} // namespace

std::size_t allocated_bytes() {
    return allocated.load();
}
std::size_t peak_bytes() {
    return peak.load();
}
void reset_peak() {
    peak.store(allocated.load());
}

} // namespace hitmap::bench

using hitmap::bench::count_in;
using hitmap::bench::count_out;

void* operator new(std::size_t size) {
    return count_in(std::malloc(size));
}
void* operator new[](std::size_t size) {
    return count_in(std::malloc(size));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    const auto step = static_cast<std::size_t>(alignment);
    return count_in(std::aligned_alloc(step, (size + step - 1) / step * step));
}
void operator delete(void* memory) noexcept {
    count_out(memory);
}
void operator delete[](void* memory) noexcept {
    count_out(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    count_out(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
    count_out(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    count_out(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    count_out(memory);
}
