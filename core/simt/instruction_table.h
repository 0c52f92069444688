#pragma once

#include "core/simt/source_place.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap::simt {

enum class Operation : std::uint8_t { load, store, atomic };
enum class Space : std::uint8_t { global, local };

/// One memory instruction of a kernel.
struct Instruction {
    Operation operation = Operation::load;
    Space space = Space::global;
    std::uint16_t bytes_per_lane = 0;
    std::string function; ///< without return type, namespaces and parameters
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

/// The memory instructions of a kernel, in the order in which control flow reaches them in the source. One
/// place in the source that moves more bytes than an instruction can has several consecutive instructions.
class InstructionTable {
public:
    struct Access {
        Operation operation = Operation::load;
        Space space = Space::global;
        std::uint16_t bytes_per_lane = 0;
        std::uint16_t parts = 1; ///< number of consecutive instructions
    };

    /// Returns the number of the first instruction at `place`; adds the instructions if the place is new.
    std::uint32_t add(const SourcePlace& place, const Access& access);
    /// Returns the number of the first instruction at `place`. Throws std::logic_error if add() was not
    /// called for the place.
    [[nodiscard]] std::uint32_t find(const SourcePlace& place) const;

    [[nodiscard]] const std::vector<Instruction>& instructions() const { return instructions_; }

private:
    struct Key {
        SourcePlace place;
        std::uint32_t first;
    };
    [[nodiscard]] std::vector<Key>::const_iterator position_of(const SourcePlace& place) const;

    std::vector<Key> keys_; // sorted by place; a kernel has a few dozen
    std::vector<Instruction> instructions_;
};

} // namespace hitmap::simt
