#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "capture/spirv/bindings.h"
#include "capture/spirv/entry_points.h"
#include "capture/spirv/log_code.h"
#include "capture/spirv/place.h"

namespace hitmap::capture {

/// Whether the driver traverses an acceleration structure for an instruction. Every traversal of a ray query
/// begins with OpRayQueryInitializeKHR.
[[nodiscard]] bool traces_rays(spv::Op opcode);

/// Computes what records say of rays and hits. Sites come without stage, function and location.
class RayCode {
public:
    RayCode(const Module& module, const Places& places, Bindings& bindings, Builder& builder,
            BuiltIns& built_ins, LogCode& log);

    /// What is recorded before an instruction: a ray that it traces, or a hit that it reports.
    /// @param entry  the only entry point that calls the function; null: there are several
    /// @param payload  gets the ids of the values of a lane
    /// @return nothing for other instructions
    /// Throws LeftOutError if it cannot be recorded
    std::optional<RaySite> before(Code& code, const Instruction& instruction, Entry* entry,
                                  std::vector<std::uint32_t>& payload);
    /// What the shader of a pipeline says by being called: the hit or miss that it is called for.
    std::optional<RaySite> called(Code& code, Entry& entry, std::vector<std::uint32_t>& payload);

    /// The sites of an OpRayQueryProceedKHR.
    struct ProceedSites {
        std::uint32_t candidate;
        std::uint32_t committed;
        std::uint32_t missed;
    };
    /// The ray query of an OpRayQueryProceedKHR. Throws LeftOutError if it cannot be read
    [[nodiscard]] std::uint32_t query_of(const Instruction& proceed) const;
    /// Adds the code behind an OpRayQueryProceedKHR: one of its sites is recorded.
    void proceeded(Code& code, const Instruction& proceed, const ProceedSites& sites);

private:
    /// Places of the operands of an instruction that traces a ray, in words.
    struct RayOperands {
        std::size_t structure, flags, mask, origin, tmin, direction, tmax;
    };
    RaySite traced(Code& code, const Instruction& i, const RayOperands& operands,
                   std::vector<std::uint32_t>& payload);
    void add_structure(Code& code, std::uint32_t id, RaySite& site, std::vector<std::uint32_t>& payload);
    void add_address(Code& code, std::uint32_t id, std::vector<std::uint32_t>& payload);
    void add_vector(Code& code, std::uint32_t id, std::vector<std::uint32_t>& payload);
    std::uint32_t is_box(Code& code, std::uint32_t hit_kind);
    std::uint32_t proceed_function(std::uint32_t query_pointer);
    void add_candidate(Code& code, std::uint32_t query, std::uint32_t first, std::uint32_t block);
    void add_end(Code& code, std::uint32_t query, std::uint32_t first_committed, std::uint32_t first_missed);
    /// What is known of an intersection of a query except its distance, in the order of HitWord.
    std::vector<std::uint32_t> element_of(Code& code, std::uint32_t query, std::uint32_t intersection,
                                          std::uint32_t shape);
    std::uint32_t type_of(Code& code, std::uint32_t query, std::uint32_t intersection);
    std::uint32_t distance_of(Code& code, std::uint32_t query, std::uint32_t intersection);

    const Module& module_;
    const Places& places_;
    Bindings& bindings_;
    Builder& builder_;
    BuiltIns& built_ins_;
    LogCode& log_;
    std::unordered_map<std::uint32_t, std::uint32_t>
        proceed_functions_; // by type of the pointer to the query
};

} // namespace hitmap::capture
