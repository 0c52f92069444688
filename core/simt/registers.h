#pragma once

#include "core/simt/lanes.h"
#include "core/simt/warp.h"

namespace hitmap::simt {

/// A register: one value of T for each lane. Assignment changes active lanes only.
template <class T>
class Var : public Lanes<T> {
public:
    explicit Var(const Warp& warp, const Lanes<T>& initial = Lanes<T>(T{}))
        : Lanes<T>(initial), warp_(warp) {}
    Var(const Var&) = delete;
    ~Var() = default;

    Var& operator=(const Lanes<T>& value) {
        for_each_lane(warp_.active(), [&](unsigned lane) { this->values[lane] = value[lane]; });
        return *this;
    }
    // NOLINTNEXTLINE(bugprone-unhandled-self-assignment): harmless, lane by lane
    Var& operator=(const Var& value) { return *this = static_cast<const Lanes<T>&>(value); }
    Var& operator+=(const Lanes<T>& value) { return *this = *this + value; }
    Var& operator-=(const Lanes<T>& value) { return *this = *this - value; }

private:
    const Warp& warp_;
};

/// A predicate register: one truth value for each lane. Assignment changes active lanes only.
class Predicate {
public:
    Predicate(const Warp& warp, bool initial) : warp_(warp), value_(initial ? Mask::all() : Mask()) {}
    Predicate(const Predicate&) = delete;
    ~Predicate() = default;

    Predicate& operator=(Mask value) {
        value_ = (value_ & ~warp_.active()) | (value & warp_.active());
        return *this;
    }
    Predicate& operator=(const Predicate& value) { return *this = Mask(value); }
    // Implicit, because a predicate serves wherever a set of lanes is needed.
    operator Mask() const { return value_; }

private:
    const Warp& warp_;
    Mask value_;
};

} // namespace hitmap::simt
