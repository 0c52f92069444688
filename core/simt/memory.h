#pragma once

#include "core/simt/warp.h"

#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace hitmap::simt {

/// Hands out device addresses as cudaMalloc does: aligned to 256 bytes, one allocation after the other.
class AddressSpace {
public:
    static constexpr std::uint64_t alignment = 256;
    [[nodiscard]] std::uint64_t allocate(std::uint64_t bytes);

private:
    std::uint64_t next_ = std::uint64_t{0x7f00'0000'0000}; // where CUDA's lie on a 64-bit Linux
};

/// An array in global memory: the host's array with an address on the device. T may be const.
/// A lane's access to one element takes sizeof(T) / width instructions of `width` bytes.
template <class T, unsigned width = sizeof(T)>
struct GlobalArray {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % width == 0);
    std::uint64_t address = 0;
    std::span<T> host;
};

/// `count` elements in the local memory of every lane, at byte `offset`.
template <class T>
struct LocalArray {
    static_assert(std::is_trivially_copyable_v<T>);
    std::uint32_t offset = 0;
    std::uint32_t count = 0;
};

/// The thrown std::out_of_range names the instruction's place.
[[noreturn]] void throw_out_of_bounds(const SourcePlace& place, std::uint64_t index, std::uint64_t count);

/// A memory instruction on its way: the warp waits in `co_await` until the device has executed its request.
/// What co_await gives lives to the end of the full expression: copy it or use it up there.
template <class T>
struct [[nodiscard]] Pending {
    Warp& warp;
    Lanes<T> value;
    [[nodiscard]] bool await_ready() const noexcept { return !warp.has_pending(); }
    void await_suspend(std::coroutine_handle<> point) const noexcept { warp.resume_at(point); }
    [[nodiscard]] const Lanes<T>& await_resume() const noexcept { return value; }
};
template <>
struct [[nodiscard]] Pending<void> {
    Warp& warp;
    [[nodiscard]] bool await_ready() const noexcept { return !warp.has_pending(); }
    void await_suspend(std::coroutine_handle<> point) const noexcept { warp.resume_at(point); }
    void await_resume() const noexcept {}
};

/// A kernel's pointer to global memory. The access takes effect when it is issued, which is when its (first)
/// request is executed; the active lanes take effect in order 0..31.
template <class T, unsigned width>
class Global {
public:
    using Value = std::remove_const_t<T>;
    using Index = Lanes<std::uint32_t>;

    Global(Warp& warp, const GlobalArray<T, width>& array) : warp_(warp), array_(array) {}

    [[nodiscard]] Pending<Value> load(const Index& index, SourcePlace place = SourcePlace::current()) const {
        Pending<Value> pending{warp_, Lanes<Value>(Value{})};
        access(Operation::load, index, place,
               [&](unsigned lane, T& element) { pending.value[lane] = element; });
        return pending;
    }
    [[nodiscard]] Pending<void> store(const Index& index, const Lanes<Value>& value,
                                      SourcePlace place = SourcePlace::current()) const {
        access(Operation::store, index, place, [&](unsigned lane, T& element) { element = value[lane]; });
        return {warp_};
    }
    /// Gives each lane the value before its own addition.
    [[nodiscard]] Pending<Value> atomic_add(const Index& index, const Lanes<Value>& value,
                                            SourcePlace place = SourcePlace::current()) const {
        static_assert(sizeof(T) == width);
        Pending<Value> pending{warp_, Lanes<Value>(Value{})};
        access(Operation::atomic, index, place, [&](unsigned lane, T& element) {
            pending.value[lane] = element;
            element = static_cast<Value>(element + value[lane]);
        });
        return pending;
    }

private:
    template <class F>
    void access(Operation operation, const Index& index, const SourcePlace& place, F&& effect) const {
        if (!warp_.issue(place, {operation, Space::global, width, sizeof(T) / width})) return;
        auto& addresses = warp_.pending_addresses();
        for_each_lane(warp_.active(), [&](unsigned lane) {
            if (index[lane] >= array_.host.size())
                throw_out_of_bounds(place, index[lane], array_.host.size());
            addresses[lane] = array_.address + std::uint64_t{index[lane]} * sizeof(T);
            effect(lane, array_.host[index[lane]]);
        });
    }

    Warp& warp_;
    GlobalArray<T, width> array_;
};

/// A kernel's array in local memory; one instruction an element.
template <class T>
class Local {
public:
    using Index = Lanes<std::uint32_t>;

    Local(Warp& warp, const LocalArray<T>& array) : warp_(warp), array_(array) {}

    [[nodiscard]] Pending<T> load(const Index& index, SourcePlace place = SourcePlace::current()) const {
        Pending<T> pending{warp_, Lanes<T>(T{})};
        access(Operation::load, index, place,
               [&](unsigned lane, const std::byte* at) { std::memcpy(&pending.value[lane], at, sizeof(T)); });
        return pending;
    }
    [[nodiscard]] Pending<void> store(const Index& index, const Lanes<T>& value,
                                      SourcePlace place = SourcePlace::current()) const {
        access(Operation::store, index, place,
               [&](unsigned lane, std::byte* at) { std::memcpy(at, &value[lane], sizeof(T)); });
        return {warp_};
    }

private:
    template <class F>
    void access(Operation operation, const Index& index, const SourcePlace& place, F&& effect) const {
        if (!warp_.issue(place, {operation, Space::local, sizeof(T), 1})) return;
        auto& addresses = warp_.pending_addresses();
        // The host keeps the same element of all lanes together, so that deep elements cost no memory.
        std::byte* first = warp_.local_memory().data() + std::size_t{array_.offset} * warp_size;
        for_each_lane(warp_.active(), [&](unsigned lane) {
            if (index[lane] >= array_.count) throw_out_of_bounds(place, index[lane], array_.count);
            addresses[lane] = array_.offset + std::uint64_t{index[lane]} * sizeof(T);
            effect(lane, first + (std::size_t{index[lane]} * warp_size + lane) * sizeof(T));
        });
    }

    Warp& warp_;
    LocalArray<T> array_;
};

} // namespace hitmap::simt
