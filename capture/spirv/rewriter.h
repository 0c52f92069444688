#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "capture/spirv/access_code.h"
#include "capture/spirv/block_finder.h"
#include "capture/spirv/draw_number.h"
#include "capture/spirv/instrument.h"
#include "capture/spirv/log_code.h"
#include "capture/spirv/ray_code.h"
#include "capture/spirv/source_lines.h"

namespace hitmap::capture {

/// Goes through the functions of a module once and adds the calls that write records.
class Rewriter {
public:
    /// Throws ModuleError.
    Rewriter(const Module& module, const InstrumentOptions& options);

    /// Throws ModuleError; then the module is left as it is
    InstrumentedModule run();

private:
    void rewrite(const Instruction& instruction);
    void begin_function(const Instruction& instruction);
    void begin_block(const Instruction& label);
    /// What belongs at the beginning of a block, behind its phis and variables.
    void add_block_start();
    /// Ends the work group if another part of its dispatch runs it. What follows is a new block.
    void add_part(std::uint32_t label);
    void append(const Instruction& instruction);
    void write_begin(Entry& entry);
    void add_accesses(const Instruction& instruction);
    void add_access(const Instruction& instruction, const AccessOperand& operand);
    void add_rays(const Instruction& instruction);
    /// What a ray query shows behind OpRayQueryProceedKHR.
    void add_proceed(const Instruction& instruction);
    /// What the call of a shader of a ray-tracing pipeline says.
    void add_called(Entry& entry);
    std::uint32_t add_ray_site(RaySite site, std::uint32_t word);
    void leave_out_shared(const Instruction& instruction);
    /// The function of the program as it is shown: that of an entry point with its stage, since the shaders
    /// of a pipeline mostly have the same name. Compute shaders are alone.
    [[nodiscard]] std::string shown_function() const;
    void leave_out(const Instruction& instruction, const std::string& reason);
    std::uint32_t add_site(SiteKind kind, std::size_t index);
    InstrumentedModule unchanged(const std::string& reason);
    void finish();

    const Module& module_;
    const InstrumentOptions& options_;
    Decorations decorations_;
    Layout layout_;
    Places places_;
    Bindings bindings_;
    SourceLines lines_;
    Entries entries_;
    Builder builder_;
    BuiltIns built_ins_;
    DrawNumber draws_;
    LogCode log_;
    AccessCode access_code_;
    RayCode ray_code_;
    std::unordered_map<std::uint32_t, BlockShape> blocks_;

    InstrumentedModule result_;
    Code functions_;
    std::uint32_t function_ = 0;
    bool is_instrumented_ = false; // the function
    bool is_shared_ = false;       // the function, with entry points that are left as they are
    Entry* entry_ = nullptr;       // whose begin record is still to be written
    std::uint32_t label_ = 0;      // of a block whose start is still to be added
    std::unordered_map<std::uint32_t, std::uint32_t> split_;       // the second half of a block, by its label
    std::unordered_map<std::uint32_t, std::uint32_t> begin_sites_; // by function of the entry point
    std::map<std::pair<std::string, std::string>, std::size_t> left_out_; // what and reason: how often
};

} // namespace hitmap::capture
