#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "capture/spirv/access_finder.h"
#include "capture/spirv/bindings.h"
#include "capture/spirv/log_code.h"
#include "capture/spirv/place.h"

namespace hitmap::capture {

/// Computes what a record says about an access.
class AccessCode {
public:
    AccessCode(const Module& module, const Layout& layout, Bindings& bindings, Builder& builder);

    /// Describes an access, but not its function and location. Adds instructions that compute the payload.
    /// @param payload  gets the ids of the payload
    /// @return nothing if the memory is not of a kind that is recorded, such as local variables
    /// Throws LeftOutError if it cannot be recorded
    std::optional<Access> access(Code& code, const AccessOperand& operand, const Place& place,
                                 std::vector<std::uint32_t>& payload);

private:
    void image(Code& code, const AccessOperand& operand, const Place& place, Access& access,
               std::vector<std::uint32_t>& payload);
    void buffer(Code& code, const AccessOperand& operand, const Place& place, Access& access,
                std::vector<std::uint32_t>& payload);
    [[nodiscard]] const Instruction& image_type(const Place& place) const;
    std::uint32_t offset(Code& code, const Place& place);
    std::uint32_t array_index(Code& code, const Place& place);
    /// Component i of coordinates as 32 bits; 0 if there is none.
    std::uint32_t coordinate(Code& code, std::uint32_t coordinates, std::uint32_t i);

    const Module& module_;
    const Layout& layout_;
    Bindings& bindings_;
    Builder& builder_;
};

} // namespace hitmap::capture
