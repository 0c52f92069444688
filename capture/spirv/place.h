#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "capture/spirv/layout.h"

namespace hitmap::capture {

/// An index of an access chain times a stride.
struct Term {
    std::uint32_t index; ///< id of an integer of any width
    std::uint32_t stride;
};

/// Where a pointer points, or which descriptor an image value came from.
struct Place {
    enum class Kind {
        none,       ///< no pointer to memory that is recorded (local variables, shared memory, inputs, ...)
        descriptor, ///< a variable with set and binding
        address,    ///< a device address, which the pointer itself has
        unknown,    ///< a pointer to recorded memory whose place cannot be told; `reason` says why
    };
    Kind kind = Kind::none;
    std::string reason;

    std::uint32_t variable = 0;      ///< id of the descriptor's variable
    bool awaits_array_index = false; ///< the next index chooses the descriptor
    std::uint32_t array_index = 0;   ///< constant index of the descriptor; no_index: index_id
    std::uint32_t index_id = 0;

    std::uint32_t structure = 0; ///< id of the first structure behind an address
    std::uint32_t constant = 0;  ///< bytes; modulo 2^32, as terms may be negative
    std::vector<Term> terms;

    std::uint32_t type = 0;             ///< id of the type that is pointed to
    MatrixLayout matrix;                ///< if the type is a matrix or an array of them
    std::uint32_t component_stride = 0; ///< if the type is a column of a row-major matrix
    std::string path;                   ///< members and indices, such as "nodes[].lower"
};

/// Follows pointers through the instructions of a module in order.
class Places {
public:
    Places(const Module& module, const Decorations& decorations, const Layout& layout);

    /// Notes the result of an instruction of a function. Must be called for all of them, in order.
    void follow(const Instruction& instruction);
    /// What a pointer or an image value is. Throws ModuleError.
    [[nodiscard]] Place place(std::uint32_t id) const;

private:
    [[nodiscard]] Place of_variable(const Instruction& variable) const;
    [[nodiscard]] Place of_pointer_type(const Instruction& type, const char* reason) const;
    [[nodiscard]] Place chain(const Instruction& instruction, bool has_element) const;
    void descend(Place& place, std::uint32_t index) const;
    void descend_array(Place& place, const Instruction& type, std::uint32_t index) const;
    void add(Place& place, std::uint32_t index, std::uint32_t stride) const;
    void add_path(Place& place, const std::string& part) const;
    void find_parameters();

    const Module& module_;
    const Decorations& decorations_;
    const Layout& layout_;
    std::unordered_map<std::uint32_t, Place> places_;
    // The argument that all calls of a function have for this parameter; 0 if they differ.
    std::unordered_map<std::uint32_t, std::uint32_t> arguments_;
};

} // namespace hitmap::capture
