#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace hitmap {

/// States that one can go back to and forward again; a plain value.
template <class State>
class History {
public:
    static constexpr std::size_t most_states = 200;

    explicit History(State first) : states_{std::move(first)} {}

    [[nodiscard]] const State& present() const { return states_[present_]; }
    [[nodiscard]] bool can_undo() const { return present_ > 0; }
    [[nodiscard]] bool can_redo() const { return present_ + 1 < states_.size(); }

    /// Makes `state` the present one; what was undone cannot be redone any more.
    void push(State state) {
        states_.resize(present_ + 1, state);
        states_.push_back(std::move(state));
        if (states_.size() > most_states) states_.erase(states_.begin());
        present_ = states_.size() - 1;
    }
    /// Calls `change(State&)` for every state: what it names is called something else.
    template <class Change>
    void rewrite(Change change) {
        for (State& state : states_)
            change(state);
    }
    /// Needs can_undo().
    const State& undo() { return states_[--present_]; }
    /// Needs can_redo().
    const State& redo() { return states_[++present_]; }

private:
    std::vector<State> states_;
    std::size_t present_ = 0;
};

} // namespace hitmap
