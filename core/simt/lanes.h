#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <functional>
#include <type_traits>

namespace hitmap::simt {

/// The most lanes of a warp. A device may have smaller warps (DeviceConfig), whose other lanes are never
/// active.
inline constexpr unsigned warp_size = 32;

/// A set of lanes of a warp.
class Mask {
public:
    constexpr Mask() = default;
    constexpr explicit Mask(std::uint32_t bits) : bits_(bits) {}
    [[nodiscard]] static constexpr Mask all() { return Mask(~std::uint32_t{0}); }

    /// The lanes 0..count-1 of at most 32.
    [[nodiscard]] static constexpr Mask first(unsigned count) {
        return Mask(count == 0 ? 0 : ~std::uint32_t{0} >> (warp_size - count));
    }

    [[nodiscard]] constexpr std::uint32_t bits() const { return bits_; }
    [[nodiscard]] constexpr bool any() const { return bits_ != 0; }
    [[nodiscard]] constexpr bool none() const { return bits_ == 0; }
    [[nodiscard]] constexpr unsigned count() const { return static_cast<unsigned>(std::popcount(bits_)); }
    [[nodiscard]] constexpr bool contains(unsigned lane) const { return (bits_ >> lane & 1U) != 0; }
    /// The lane with the lowest number, as a set: the leader of a group of lanes. Empty for an empty set.
    [[nodiscard]] constexpr Mask lowest() const { return Mask(bits_ & (~bits_ + 1U)); }

    friend constexpr bool operator==(Mask, Mask) = default;

private:
    std::uint32_t bits_ = 0;
};

constexpr Mask operator&(Mask a, Mask b) {
    return Mask(a.bits() & b.bits());
}
constexpr Mask operator|(Mask a, Mask b) {
    return Mask(a.bits() | b.bits());
}
constexpr Mask operator~(Mask a) {
    return Mask(~a.bits());
}

/// Calls f(lane) for each lane of the set, the lowest first.
template <class F>
void for_each_lane(Mask mask, F&& f) {
    for (std::uint32_t rest = mask.bits(); rest != 0; rest &= rest - 1)
        f(static_cast<unsigned>(std::countr_zero(rest)));
}

/// One value of T for each lane: a register, or the intermediate result of an expression. Arithmetic is
/// applied to all 32 lanes; the values of inactive lanes are not used.
template <class T>
struct Lanes {
    std::array<T, warp_size> values;

    Lanes() = default;
    // Implicit, because a scalar is a value that all lanes share.
    Lanes(const T& everywhere) { values.fill(everywhere); }

    [[nodiscard]] T& operator[](unsigned i) { return values[i]; }
    [[nodiscard]] const T& operator[](unsigned i) const { return values[i]; }

    friend Lanes operator+(const Lanes& a, const Lanes& b) { return zip(std::plus<>{}, a, b); }
    friend Lanes operator-(const Lanes& a, const Lanes& b) { return zip(std::minus<>{}, a, b); }
    friend Lanes operator*(const Lanes& a, const Lanes& b) { return zip(std::multiplies<>{}, a, b); }
    friend Lanes operator&(const Lanes& a, const Lanes& b) { return zip(std::bit_and<>{}, a, b); }
    friend Mask operator<(const Lanes& a, const Lanes& b) { return compare(std::less<>{}, a, b); }
    friend Mask operator<=(const Lanes& a, const Lanes& b) { return compare(std::less_equal<>{}, a, b); }
    friend Mask operator>(const Lanes& a, const Lanes& b) { return compare(std::greater<>{}, a, b); }
    friend Mask operator>=(const Lanes& a, const Lanes& b) { return compare(std::greater_equal<>{}, a, b); }
    friend Mask operator==(const Lanes& a, const Lanes& b) { return compare(std::equal_to<>{}, a, b); }
    friend Mask operator!=(const Lanes& a, const Lanes& b) { return compare(std::not_equal_to<>{}, a, b); }

private:
    template <class F>
    static Lanes zip(F f, const Lanes& a, const Lanes& b) {
        Lanes result;
        for (unsigned i = 0; i < warp_size; ++i)
            result.values[i] = static_cast<T>(f(a.values[i], b.values[i]));
        return result;
    }
    template <class F>
    static Mask compare(F f, const Lanes& a, const Lanes& b) {
        std::uint32_t bits = 0;
        for (unsigned i = 0; i < warp_size; ++i)
            bits |= static_cast<std::uint32_t>(f(a.values[i], b.values[i])) << i;
        return Mask(bits);
    }
};

/// 0, 1, ..., 31: the position of each lane in its warp, which is threadIdx % 32 in a one-dimensional block.
[[nodiscard]] inline Lanes<std::uint32_t> lane_numbers() {
    Lanes<std::uint32_t> result;
    for (unsigned i = 0; i < warp_size; ++i)
        result[i] = i;
    return result;
}

/// CUDA's __shfl_sync with one source lane for all: every lane gets the value of the lowest lane of `from`,
/// or T{} if `from` is empty.
template <class T>
[[nodiscard]] T broadcast(const Lanes<T>& value, Mask from) {
    return from.any() ? value[static_cast<unsigned>(std::countr_zero(from.bits()))] : T{};
}

/// CUDA's __shfl_down_sync: lane i gets the value of lane i + distance, or keeps its own if that does not
/// exist.
template <class T>
[[nodiscard]] Lanes<T> shuffle_down(const Lanes<T>& value, unsigned distance) {
    Lanes<T> result = value;
    for (unsigned i = 0; i + distance < warp_size; ++i)
        result[i] = value[i + distance];
    return result;
}

/// For each lane, the number of lanes of `mask` with lower numbers: its rank in the group.
[[nodiscard]] inline Lanes<std::uint32_t> ranks_in(Mask mask) {
    Lanes<std::uint32_t> result;
    for (unsigned i = 0; i < warp_size; ++i)
        result[i] = (mask & Mask((std::uint32_t{1} << i) - 1)).count();
    return result;
}

} // namespace hitmap::simt
