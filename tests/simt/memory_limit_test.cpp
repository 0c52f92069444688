#include "tests/simt/request_text.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <new>
#include <string>

namespace {

long allocations_left = -1; // until one fails; negative: none fails

void* allocated(std::size_t bytes) {
    if (allocations_left == 0) throw std::bad_alloc();
    if (allocations_left > 0) --allocations_left;
    if (void* memory = std::malloc(bytes == 0 ? 1 : bytes)) return memory;
    throw std::bad_alloc();
}

} // namespace

// The allocations of the whole program, so that this test is a program of its own.
void* operator new(std::size_t bytes) {
    return allocated(bytes);
}
void* operator new[](std::size_t bytes) {
    return allocated(bytes);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete[](void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t /*bytes*/) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t /*bytes*/) noexcept {
    std::free(memory);
}

namespace hitmap::simt {
namespace {

using U32 = std::uint32_t;

Code nested(Warp& warp, const GlobalArray<U32>& numbers, Var<U32>& i) {
    if (const If odd{warp, i >= 1U}; odd) co_await Global(warp, numbers).load(i);
}

/// Loops, branches, calls, and more accesses than a warp runs ahead.
Code kernel_of(Warp& warp, const GlobalArray<U32>& numbers) {
    Var<U32> i(warp);
    for (Loop loop(warp); loop.while_(i <= 20U);) {
        co_await nested(warp, numbers, i);
        co_await Global(warp, numbers).load(i);
        i += 1U;
    }
}

/// Whatever allocation fails, the exception reaches the caller: no access is executed without its addresses,
/// and no destructor of a kernel ends the program.
TEST(MemoryOfTheDevice, AFailedAllocationIsAnExceptionWhereverItIs) {
    std::array<U32, 64> host{};
    const GlobalArray<U32> numbers{0x10000, host};
    const Kernel kernel = [&](Warp& warp) { return kernel_of(warp, numbers); };
    const auto run = [&] {
        RequestText text;
        text.name("number", numbers);
        return text.run({2, 2}, {6, 1}, kernel);
    };
    const std::string expected = run();
    long failures = 0;
    for (bool failed = true; failed; ++failures) {
        std::string text;
        failed = false;
        allocations_left = failures;
        try {
            text = run();
            allocations_left = -1;
            EXPECT_EQ(text, expected);
        } catch (const std::bad_alloc&) {
            failed = true;
        }
        allocations_left = -1;
    }
    EXPECT_GT(failures, 100) << "so that the test failed allocations of the device";
}

} // namespace
} // namespace hitmap::simt
