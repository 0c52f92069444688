#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "capture/log/log_format.h"
#include "capture/spirv/draw_number.h"
#include "capture/spirv/entry_points.h"

namespace hitmap::capture {

constexpr std::uint32_t no_control = 0; // of functions, selections and loops
constexpr std::uint32_t device_scope = 1;
constexpr std::uint32_t subgroup_scope = 3;
constexpr std::uint32_t queue_family_scope = 5;

/// The functions that are added to a module, which write records as log_format.h describes. They keep the
/// subgroup number and the capacity of the log in private variables.
class LogCode {
public:
    LogCode(Builder& builder, BuiltIns& built_ins, DrawNumber& draws, const InstrumentOptions& options);

    /// Calls the function that writes a record. Its first call for a payload adds the function.
    /// @param site  number of the site, from 0 in the module
    /// @param payload  ids of the values of a lane: lane_bytes(kind) / 4 of u32, or one u64 for
    /// Payload::address
    void record(Code& code, std::uint32_t site, Payload kind, std::span<const std::uint32_t> payload);
    /// The same in a function that several sites call. @param first  id of first_word_of(site)
    void record_first(Code& code, std::uint32_t first, Payload kind, std::span<const std::uint32_t> payload);
    /// Id of the first word of the records of a site.
    std::uint32_t first_word_of(std::uint32_t site, Payload kind) {
        return builder_.constant(first_word(site, kind));
    }
    /// Calls the function that writes the begin record of an entry point. Its first call adds the function.
    void begin(Code& code, Entry& entry, std::uint32_t site);
    /// Whether the work group runs in this part of its dispatch; see parts_format.h.
    struct Part {
        std::uint32_t runs;  // bool
        std::uint32_t waits; // u32: 1: a later part must run it
    };
    Part part(Code& code, Entry& entry);
    /// Says that a later part must run the work group.
    void defer(Code& code, const Part& part);
    /// The lanes that execute this record nothing any more.
    void stop(Code& code);
    /// Private variables, which are part of the interface of entry points from version 1.4.
    [[nodiscard]] std::array<std::uint32_t, 2> variables() const { return {subgroup_, capacity_}; }

private:
    struct Reserved {
        std::uint32_t mask;  // uvec4
        std::uint32_t lanes; // number of active lanes
        std::uint32_t rank;  // number of active lanes before this one
        std::uint32_t elect; // bool: this is the first active lane
        std::uint32_t slot;  // first unit
        std::uint32_t size;  // units
    };

    [[nodiscard]] std::uint32_t first_word(std::uint32_t site, Payload kind) const;
    std::uint32_t record_function(Payload kind);
    void write_record(Code& code, std::uint32_t block, std::uint32_t first, Payload kind,
                      std::span<const std::uint32_t> payload, Entry* entry);
    Reserved reserve(Code& code, std::uint32_t block, Payload kind);
    std::uint32_t units_before(Code& code, std::uint32_t lanes, Payload kind);
    std::uint32_t add_to_used(Code& code, std::uint32_t size);
    std::uint32_t add_to_used32(Code& code, std::uint32_t size);
    void wait_for_room(Code& code, std::uint32_t slot, std::uint32_t size, std::uint32_t done);
    std::uint32_t fits(Code& code, const Reserved& reserved);
    void write_lanes(Code& code, const Reserved& reserved, Payload kind,
                     std::span<const std::uint32_t> payload);
    void write_head(Code& code, const Reserved& reserved, std::uint32_t first, Entry* entry);
    void write_begin(Code& code, const Reserved& reserved, std::uint32_t unit, Entry& entry);
    std::uint32_t core(Code& code, Entry& entry);
    std::uint32_t invocation(Code& code, Entry& entry);
    std::uint32_t is_recorded(Code& code, Entry& entry);
    std::uint32_t begin_function(Entry& entry, std::uint32_t site);
    std::uint32_t linear(Code& code, Entry& entry, spv::BuiltIn number, spv::BuiltIn size);
    std::uint32_t linear_group(Code& code, Entry& entry);

    std::uint32_t u32_op(Code& code, spv::Op opcode, std::uint32_t a, std::uint32_t b);
    std::uint32_t packed(Code& code, std::uint32_t low, std::uint32_t high); // u64
    std::uint32_t address(Code& code, std::uint32_t slot, std::uint32_t unit, std::uint32_t byte);
    void store(Code& code, std::uint32_t address, std::uint32_t type, std::uint32_t value,
               std::uint32_t bytes);
    std::uint32_t parts_pointer(Code& code, std::uint32_t offset);
    std::uint32_t group_pointer(Code& code, std::uint32_t mode, Entry& entry);
    std::uint32_t header_pointer(Code& code, std::uint32_t type, std::uint32_t offset);
    std::uint32_t scope() { return builder_.constant(scope_); }
    std::uint32_t label(Code& code);

    Builder& builder_;
    BuiltIns& built_ins_;
    DrawNumber& draws_;
    const InstrumentOptions& options_;
    std::uint32_t scope_; // of atomics: device, or the queue family where the module may not use device
    std::uint32_t subgroup_;
    std::uint32_t capacity_;
    std::array<std::uint32_t, 8> functions_ = {};                      // by payload
    std::unordered_map<std::uint32_t, std::uint32_t> begin_functions_; // by function of the entry point
};

} // namespace hitmap::capture
