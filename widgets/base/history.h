#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace hitmap {

/// A list of states for undo and redo; a plain value.
template <class State>
class History {
public:
    static constexpr std::size_t most_states = 200;

    explicit History(State first) : states_{std::move(first)} {}

    [[nodiscard]] const State& present() const { return states_[present_]; }
    [[nodiscard]] bool can_undo() const { return present_ > 0; }
    [[nodiscard]] bool can_redo() const { return present_ + 1 < states_.size(); }

    /// Makes `state` the current one. States that were undone can no longer be redone.
    void push(State state) {
        states_.resize(present_ + 1, state);
        states_.push_back(std::move(state));
        if (states_.size() > most_states) states_.erase(states_.begin());
        present_ = states_.size() - 1;
    }
    /// Calls `change(State&)` for every state, after something that states refer to was renamed.
    template <class Change>
    void rewrite(Change change) {
        for (State& state : states_)
            change(state);
    }
    /// Requires can_undo().
    const State& undo() { return states_[--present_]; }
    /// Requires can_redo().
    const State& redo() { return states_[++present_]; }

private:
    std::vector<State> states_;
    std::size_t present_ = 0;
};

} // namespace hitmap
