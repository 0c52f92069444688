#pragma once

#include "core/simt/warp.h"

#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace hitmap::simt {

/// Assigns device addresses as cudaMalloc does: aligned to 256 bytes, one allocation after the other.
class AddressSpace {
public:
    static constexpr std::uint64_t alignment = 256;
    [[nodiscard]] std::uint64_t allocate(std::uint64_t bytes);

private:
    std::uint64_t next_ = std::uint64_t{0x7f00'0000'0000}; // where CUDA allocates on 64-bit Linux
};

/// An array in global memory: the host's array with an address on the device. T may be const. A lane's access
/// to one element takes sizeof(T) / width instructions of `width` bytes each.
template <class T, unsigned width = sizeof(T)>
struct GlobalArray {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % width == 0);
    std::uint64_t address = 0;
    std::span<T> host;
    /// Whether the device stores a structure of arrays: the first `width` bytes of all elements, then the
    /// next `width` bytes of all, and so on. The host's array is the same either way.
    bool planar = false;

    /// Device address of the first `width` bytes of an element.
    [[nodiscard]] std::uint64_t address_of(std::uint32_t index) const {
        return address + std::uint64_t{index} * (planar ? width : sizeof(T));
    }
    /// Distance from there to the next `width` bytes of the same element.
    [[nodiscard]] std::uint64_t part_distance() const { return planar ? host.size() * width : width; }
};

/// `count` elements in the local memory of every lane, beginning at byte `offset`.
template <class T>
struct LocalArray {
    static_assert(std::is_trivially_copyable_v<T>);
    std::uint32_t offset = 0;
    std::uint32_t count = 0;
    /// Slots of sizeof(T) bytes that an element takes, each accessed by one instruction. Its value is in the
    /// first.
    std::uint16_t slots = 1;

    /// Distance of two elements.
    [[nodiscard]] std::uint32_t stride() const { return slots * static_cast<std::uint32_t>(sizeof(T)); }
};

/// Throws std::out_of_range that names the place of the instruction.
[[noreturn]] void throw_out_of_bounds(const SourcePlace& place, std::uint64_t index, std::uint64_t count);

/// A memory instruction in flight: the warp waits in `co_await` until the device has executed its request.
/// The result of co_await is valid until the end of the full expression: copy it or use it there.
class [[nodiscard]] Pending {
public:
    explicit Pending(Warp& warp) : warp_(warp) {}
    [[nodiscard]] bool await_ready() const noexcept { return !warp_.has_pending(); }
    void await_suspend(std::coroutine_handle<> point) const noexcept { warp_.resume_at(point); }
    void await_resume() const noexcept {}

protected:
    Warp& warp_;
};

/// A load of a warp's local memory, which no other warp accesses: it is read when the load is issued.
template <class T>
class [[nodiscard]] PendingValue : public Pending {
public:
    explicit PendingValue(Warp& warp) : Pending(warp), value_(T{}) {}
    [[nodiscard]] T& operator[](unsigned lane) { return value_[lane]; }
    /// May be ignored: the access takes place whether its value is used or not.
    const Lanes<T>& await_resume() const noexcept { return value_; }

private:
    Lanes<T> value_;
};

/// An access to an array that other warps may access as well, which takes effect when the device executes it.
/// change(element, value) is called for the active lanes in order 0..31; await_resume() returns the values.
template <class T, class Change>
class [[nodiscard]] PendingEffect final : public Pending, private Effect {
public:
    PendingEffect(Warp& warp, std::span<T> array, const Lanes<std::uint32_t>& index, const Lanes<T>& value,
                  Change change)
        : Pending(warp), array_(array), index_(index), value_(value), change_(change) {}
    void await_suspend(std::coroutine_handle<> point) noexcept {
        warp_.has_effect(*this);
        Pending::await_suspend(point);
    }
    /// May be ignored: the access takes place whether its value is used or not.
    const Lanes<T>& await_resume() const noexcept { return value_; }

private:
    void take_place() override {
        for_each_lane(warp_.active(), [this](unsigned lane) { change_(array_[index_[lane]], value_[lane]); });
    }

    std::span<T> array_;
    Lanes<std::uint32_t> index_;
    Lanes<T> value_;
    Change change_;
};

/// A load of memory that the kernel cannot write. It reads when the warp is resumed instead of when it is
/// issued, which gives the same value. The state of the many waiting warps stays small, so that it fits the
/// host's caches.
template <class T>
class [[nodiscard]] PendingRead : public Pending {
public:
    PendingRead(Warp& warp, std::span<const T> array, const Lanes<std::uint32_t>& index)
        : Pending(warp), array_(array), index_(index) {}
    Lanes<T> await_resume() const noexcept {
        if (array_.empty()) return T{}; // while instructions are listed
        return warp_.map([this](std::uint32_t index) { return array_[index]; }, index_);
    }

private:
    std::span<const T> array_;
    Lanes<std::uint32_t> index_;
};

/// A kernel's pointer to global memory. An access takes effect when its (first) request is executed; the
/// active lanes take effect in order 0..31. No kernel may write an array of const elements, by any pointer:
/// the host reads it earlier than the device does.
template <class T, unsigned width>
class Global {
public:
    using Value = std::remove_const_t<T>;
    using Index = Lanes<std::uint32_t>;

    Global(Warp& warp, const GlobalArray<T, width>& array) : warp_(warp), array_(array) {}

    [[nodiscard]] auto load(const Index& index, SourcePlace place = SourcePlace::current()) const {
        const bool issued = access(Operation::load, index, place);
        if constexpr (std::is_const_v<T>)
            return PendingRead<Value>(warp_, issued ? array_.host : std::span<T>(), index);
        else
            return effect(index, Value{}, [](T& element, Value& value) { value = element; });
    }
    [[nodiscard]] auto store(const Index& index, const Lanes<Value>& value,
                             SourcePlace place = SourcePlace::current()) const {
        (void)access(Operation::store, index, place);
        return effect(index, value, [](T& element, const Value& stored) { element = stored; });
    }
    /// Returns, for each lane, the value before that lane's addition.
    [[nodiscard]] auto atomic_add(const Index& index, const Lanes<Value>& value,
                                  SourcePlace place = SourcePlace::current()) const {
        static_assert(sizeof(T) == width);
        (void)access(Operation::atomic, index, place);
        return effect(index, value, [](T& element, Value& added) {
            const Value before = element;
            element = static_cast<Value>(before + added);
            added = before;
        });
    }

private:
    /// Issues the access. Returns false if there is nothing to execute.
    bool access(Operation operation, const Index& index, const SourcePlace& place) const {
        if (!warp_.issue(place, {operation, Space::global, width, sizeof(T) / width}, array_.part_distance()))
            return false;
        auto& addresses = warp_.pending_addresses();
        for_each_lane(warp_.active(), [&](unsigned lane) {
            if (index[lane] >= array_.host.size())
                throw_out_of_bounds(place, index[lane], array_.host.size());
            addresses[lane] = array_.address_of(index[lane]);
        });
        return true;
    }
    template <class Change>
    auto effect(const Index& index, const Lanes<Value>& value, Change change) const {
        return PendingEffect<Value, Change>(warp_, array_.host, index, value, change);
    }

    Warp& warp_;
    GlobalArray<T, width> array_;
};

/// A kernel's array in local memory. Each access to an element is one instruction for each of its slots.
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
        if (!warp_.issue(place, {operation, Space::local, sizeof(T), array_.slots}, sizeof(T))) return;
        auto& addresses = warp_.pending_addresses();
        // The host interleaves the lanes as a GPU does: the same element of all lanes is adjacent. Elements
        // deep in the stack that are never reached take no memory.
        std::byte* first = warp_.local_memory().data() + std::size_t{array_.offset} * warp_size;
        for_each_lane(warp_.active(), [&](unsigned lane) {
            if (index[lane] >= array_.count) throw_out_of_bounds(place, index[lane], array_.count);
            addresses[lane] = array_.offset + std::uint64_t{index[lane]} * array_.stride();
            effect(lane, first + (std::size_t{index[lane]} * warp_size + lane) * sizeof(T));
        });
    }

    Warp& warp_;
    LocalArray<T> array_;
};

} // namespace hitmap::simt
