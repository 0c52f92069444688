#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "capture/spirv/builder.h"
#include "capture/spirv/instrument.h"

namespace hitmap::capture {

/// An OpEntryPoint.
struct Entry {
    const Instruction* instruction;
    std::uint32_t function;
    spv::ExecutionModel model;
    std::string name = {};
    std::vector<std::uint32_t> interface = {};
    bool instrumented = false;
    bool passes_draw = false;              ///< hands the number of the draw to the next stage
    std::vector<std::uint32_t> added = {}; ///< variables that the interface gets
};

/// The entry points of a module, and which functions they call.
class Entries {
public:
    Entries(const Module& module, const InstrumentOptions& options);

    std::vector<Entry>& list() { return entries_; }
    [[nodiscard]] const std::vector<Entry>& list() const { return entries_; }
    /// Whether a function is called, and only by entry points that are instrumented.
    [[nodiscard]] bool is_instrumented(std::uint32_t function) const;
    /// Whether a function is called both by entry points that are instrumented and by others.
    [[nodiscard]] bool is_shared(std::uint32_t function) const;
    [[nodiscard]] bool any_instrumented() const;
    /// The one entry point that calls a function, or is it. Null: there are others, or none.
    Entry* only_caller(std::uint32_t function);

private:
    void find_calls(const Module& module);
    /// The functions that a function calls, in any depth, and itself.
    [[nodiscard]] std::set<std::uint32_t> reached_from(std::uint32_t function) const;

    std::vector<Entry> entries_;
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> calls_;
    std::unordered_map<std::uint32_t, unsigned>
        reached_; // bit 0: by an instrumented entry point, bit 1: by another
    std::unordered_map<std::uint32_t, Entry*> callers_; // null: there are several
};

/// The bit of InstrumentOptions::stages; 0 if there is none.
[[nodiscard]] std::uint32_t stage_bit(spv::ExecutionModel model);
[[nodiscard]] InvocationKind invocation_kind(spv::ExecutionModel model);

// Of SPV_ARM_core_builtins, which the headers of Debian 12 do not have yet.
constexpr auto core_builtins_arm = static_cast<spv::Capability>(4165);
constexpr auto core_id_arm = static_cast<spv::BuiltIn>(4160);

/// Input variables of an entry point.
class BuiltIns {
public:
    BuiltIns(const Module& module, const Decorations& decorations, Builder& builder);

    /// Loads component `component` of a built-in variable as u32; a float is converted.
    /// @param components  that a new variable has; 1: a scalar
    std::uint32_t load(Code& code, Entry& entry, spv::BuiltIn built_in, std::uint32_t component,
                       std::uint32_t components);
    std::uint32_t load_bool(Code& code, Entry& entry, spv::BuiltIn built_in);
    /// Loads a scalar f32 as its bits.
    std::uint32_t load_float_bits(Code& code, Entry& entry, spv::BuiltIn built_in);

private:
    static bool is_volatile(const Entry& entry, spv::BuiltIn built_in);
    [[nodiscard]] bool has_vulkan_memory_model() const;
    /// A variable of the entry point, or a new one. @param type  set to the type of its value
    std::uint32_t variable(Entry& entry, spv::BuiltIn built_in, std::uint32_t components,
                           const Instruction*& type);

    const Module& module_;
    Builder& builder_;
    std::unordered_map<std::uint32_t, std::vector<const Instruction*>> existing_; // by built-in
    std::unordered_map<std::uint64_t, std::uint32_t> added_;                      // by function and built-in
};

} // namespace hitmap::capture
