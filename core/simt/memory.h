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
    /// Whether the device has a structure of arrays: the first `width` bytes of all elements, then the next
    /// ones, and so on. The host's array is the same either way.
    bool planar = false;

    /// Of the first `width` bytes of an element.
    [[nodiscard]] std::uint64_t address_of(std::uint32_t index) const {
        return address + std::uint64_t{index} * (planar ? width : sizeof(T));
    }
    /// From there to the next `width` bytes of the same element.
    [[nodiscard]] std::uint64_t part_distance() const { return planar ? host.size() * width : width; }
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
class [[nodiscard]] Pending {
public:
    explicit Pending(Warp& warp) : warp_(warp) {}
    [[nodiscard]] bool await_ready() const noexcept { return !warp_.has_pending(); }
    void await_suspend(std::coroutine_handle<> point) const noexcept { warp_.resume_at(point); }
    void await_resume() const noexcept {}

protected:
    Warp& warp_;
};

/// One that gives the lanes values.
template <class T>
class [[nodiscard]] PendingValue : public Pending {
public:
    explicit PendingValue(Warp& warp) : Pending(warp), value_(T{}) {}
    [[nodiscard]] T& operator[](unsigned lane) { return value_[lane]; }
    /// Need not be used: the access counts, whatever becomes of its value.
    const Lanes<T>& await_resume() const noexcept { return value_; }

private:
    Lanes<T> value_;
};

/// A load of memory that the kernel cannot write to. It reads when the warp goes on, which makes no
/// difference then; the many warps that wait stay small, and so they stay in the host's caches.
template <class T>
class [[nodiscard]] PendingRead : public Pending {
public:
    PendingRead(Warp& warp, std::span<const T> array, const Lanes<std::uint32_t>& index)
        : Pending(warp), array_(array), index_(index) {}
    Lanes<T> await_resume() const noexcept {
        if (array_.empty()) return T{}; // while listing instructions
        return warp_.map([this](std::uint32_t index) { return array_[index]; }, index_);
    }

private:
    std::span<const T> array_;
    Lanes<std::uint32_t> index_;
};

/// A kernel's pointer to global memory. The access takes effect when it is issued, which is when its (first)
/// request is executed; the active lanes take effect in order 0..31.
template <class T, unsigned width>
class Global {
public:
    using Value = std::remove_const_t<T>;
    using Index = Lanes<std::uint32_t>;

    Global(Warp& warp, const GlobalArray<T, width>& array) : warp_(warp), array_(array) {}

    [[nodiscard]] auto load(const Index& index, SourcePlace place = SourcePlace::current()) const {
        if constexpr (std::is_const_v<T>) {
            const bool issued = access(Operation::load, index, place, [](unsigned, T&) {});
            return PendingRead<Value>(warp_, issued ? array_.host : std::span<T>(), index);
        } else {
            PendingValue<Value> pending(warp_);
            access(Operation::load, index, place,
                   [&](unsigned lane, T& element) { pending[lane] = element; });
            return pending;
        }
    }
    [[nodiscard]] Pending store(const Index& index, const Lanes<Value>& value,
                                SourcePlace place = SourcePlace::current()) const {
        access(Operation::store, index, place, [&](unsigned lane, T& element) { element = value[lane]; });
        return Pending(warp_);
    }
    /// Gives each lane the value before its own addition.
    [[nodiscard]] PendingValue<Value> atomic_add(const Index& index, const Lanes<Value>& value,
                                                 SourcePlace place = SourcePlace::current()) const {
        static_assert(sizeof(T) == width);
        PendingValue<Value> pending(warp_);
        access(Operation::atomic, index, place, [&](unsigned lane, T& element) {
            pending[lane] = element;
            element = static_cast<Value>(element + value[lane]);
        });
        return pending;
    }

private:
    template <class F>
    bool access(Operation operation, const Index& index, const SourcePlace& place, F&& effect) const {
        if (!warp_.issue(place, {operation, Space::global, width, sizeof(T) / width}, array_.part_distance()))
            return false;
        auto& addresses = warp_.pending_addresses();
        for_each_lane(warp_.active(), [&](unsigned lane) {
            if (index[lane] >= array_.host.size())
                throw_out_of_bounds(place, index[lane], array_.host.size());
            addresses[lane] = array_.address_of(index[lane]);
            effect(lane, array_.host[index[lane]]);
        });
        return true;
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

    [[nodiscard]] PendingValue<T> load(const Index& index, SourcePlace place = SourcePlace::current()) const {
        PendingValue<T> pending(warp_);
        access(Operation::load, index, place,
               [&](unsigned lane, const std::byte* at) { std::memcpy(&pending[lane], at, sizeof(T)); });
        return pending;
    }
    [[nodiscard]] Pending store(const Index& index, const Lanes<T>& value,
                                SourcePlace place = SourcePlace::current()) const {
        access(Operation::store, index, place,
               [&](unsigned lane, std::byte* at) { std::memcpy(at, &value[lane], sizeof(T)); });
        return Pending(warp_);
    }

private:
    template <class F>
    void access(Operation operation, const Index& index, const SourcePlace& place, F&& effect) const {
        if (!warp_.issue(place, {operation, Space::local, sizeof(T), 1}, sizeof(T))) return;
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
