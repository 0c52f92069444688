#pragma once

#include "core/jobs/memory.h"
#include "core/trace/import/recording_format.h"

#include <cstdint>
#include <limits>

namespace hitmap {

/// Limits the memory of the arrays of a scene, which a small compressed file can fill.
class SceneBudget {
public:
    explicit SceneBudget(const ImportChoices& choices)
        : most_(choices.scene_bytes != 0 ? choices.scene_bytes : half_of_memory()), left_(most_) {}

    /// Takes bytes of the budget. Returns false, and takes none, if fewer are left.
    [[nodiscard]] bool take(std::uint64_t bytes) {
        if (bytes > left_) return false;
        left_ -= bytes;
        return true;
    }
    [[nodiscard]] std::uint64_t most() const { return most_; }

private:
    static std::uint64_t half_of_memory() {
        const std::uint64_t memory = physical_memory_bytes();
        return memory == 0 ? std::numeric_limits<std::uint64_t>::max() : memory / 2;
    }

    std::uint64_t most_;
    std::uint64_t left_;
};

} // namespace hitmap
