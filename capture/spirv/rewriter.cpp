#include "capture/spirv/rewriter.h"

#include <algorithm>
#include <array>

#include "capture/spirv/assemble.h"
#include "capture/spirv/early_tests.h"

namespace hitmap::capture {

namespace {

using spv::Op;

/// Whether lanes can be in another subgroup behind an instruction: those that Vulkan calls invocation repack
/// instructions (Vulkan, "Ray Tracing Shader Calls").
bool forms_subgroups(Op opcode) {
    switch (opcode) {
    case Op::OpTraceRayKHR:
    case Op::OpTraceNV:
    case Op::OpTraceMotionNV:
    case Op::OpTraceRayMotionNV:
    case Op::OpExecuteCallableKHR:
    case Op::OpExecuteCallableNV:
    case Op::OpReportIntersectionKHR:
    case Op::OpReorderThreadWithHintNV:
    case Op::OpReorderThreadWithHitObjectNV:
    case Op::OpHitObjectTraceRayNV:
    case Op::OpHitObjectTraceRayMotionNV:
    case Op::OpHitObjectExecuteShaderNV:
        return true;
    default:
        return false;
    }
}

/// The stages in which rays are traced or that tell the shaders of a pipeline apart; empty: others.
const char* stage_name(spv::ExecutionModel model) {
    switch (model) {
    case spv::ExecutionModel::GLCompute:
        return "compute";
    case spv::ExecutionModel::Vertex:
        return "vertex";
    case spv::ExecutionModel::Fragment:
        return "fragment";
    case spv::ExecutionModel::RayGenerationKHR:
        return "ray generation";
    case spv::ExecutionModel::IntersectionKHR:
        return "intersection";
    case spv::ExecutionModel::AnyHitKHR:
        return "any hit";
    case spv::ExecutionModel::ClosestHitKHR:
        return "closest hit";
    case spv::ExecutionModel::MissKHR:
        return "miss";
    case spv::ExecutionModel::CallableKHR:
        return "callable";
    default:
        return "";
    }
}

/// Whether the shaders of a stage are called for some lanes, by a traversal or by a shader.
bool is_called(spv::ExecutionModel model) {
    using spv::ExecutionModel;
    return model == ExecutionModel::AnyHitKHR || model == ExecutionModel::ClosestHitKHR ||
           model == ExecutionModel::MissKHR || model == ExecutionModel::IntersectionKHR ||
           model == ExecutionModel::CallableKHR;
}

/// The functions that begin kernels: the blocks of shaders that are called begin as those of functions do.
std::vector<std::uint32_t> kernels_of(const Entries& entries) {
    std::vector<std::uint32_t> functions;
    for (const Entry& entry : entries.list())
        if (!is_called(entry.model)) functions.push_back(entry.function);
    return functions;
}

} // namespace

Rewriter::Rewriter(const Module& module, const InstrumentOptions& options)
    : module_(module),
      options_(options),
      decorations_(module),
      layout_(module, decorations_),
      places_(module, decorations_, layout_),
      bindings_(module, decorations_, layout_),
      lines_(module, decorations_),
      entries_(module, options),
      builder_(module, decorations_),
      built_ins_(module, decorations_, builder_),
      draws_(module, decorations_, builder_, options),
      log_(builder_, built_ins_, draws_, options),
      access_code_(module, layout_, bindings_, builder_),
      ray_code_(module, places_, bindings_, builder_, built_ins_, log_),
      blocks_(find_blocks(module, lines_, kernels_of(entries_))) {}

InstrumentedModule Rewriter::run() {
    check_memory_model(module_);
    const auto functions = module_.instructions().subspan(module_.first_function());
    result_.traces_rays = std::any_of(functions.begin(), functions.end(),
                                      [](const Instruction& i) { return traces_rays(i.opcode); });
    bool passes_draws = false;
    for (Entry& entry : entries_.list()) {
        entry.passes_draw = draws_.hands_on(entry);
        passes_draws = passes_draws || entry.passes_draw;
    }
    for (const Entry& entry : entries_.list()) {
        result_.entry_points.push_back(EntryPoint{entry.name, static_cast<std::uint32_t>(entry.model),
                                                  invocation_kind(entry.model), entry.instrumented});
        if (!entry.instrumented) {
            result_.left_out.push_back({"the entry point " + entry.name,
                                        "The device has no subgroup operations or stores in its stage."});
        }
    }
    if (!entries_.any_instrumented() && !passes_draws)
        return unchanged("It has no entry point that can record.");
    for (const Instruction& i : functions)
        rewrite(i);
    const bool records = !result_.accesses.empty() || !result_.blocks.empty() || !result_.rays.empty();
    // Without accesses and rays, begin records would be all that it writes.
    if (!records && (entries_.any_instrumented() || !passes_draws)) {
        return unchanged(result_.traces_rays
                             ? "Its only accesses to memory are those of the driver, which traverses an "
                               "acceleration structure for it."
                             : "It has no access to memory that is recorded.");
    }
    for (const Entry& entry : entries_.list()) {
        if (entry.model != spv::ExecutionModel::Fragment || !entry.instrumented ||
            !may_test_early(module_, decorations_, entry))
            continue;
        builder_.execution_mode(entry.function, spv::ExecutionMode::EarlyFragmentTests);
        result_.tests_early = true;
    }
    const std::array<std::uint32_t, 2> variables = log_.variables();
    result_.words = assemble(module_, entries_, builder_, functions_.words(), variables);
    result_.changed = true;
    finish();
    return std::move(result_);
}

InstrumentedModule Rewriter::unchanged(const std::string& reason) {
    finish();
    result_.sites.clear();
    result_.words.assign(module_.words().begin(), module_.words().end());
    result_.left_out.push_back({"the module", reason});
    return std::move(result_);
}

void Rewriter::finish() {
    result_.bindings = bindings_.take();
    result_.sources = lines_.take_sources();
    for (const auto& [key, count] : left_out_) {
        const std::string times = count > 1 ? " (" + std::to_string(count) + " times)" : "";
        result_.left_out.push_back({key.first + times, key.second});
    }
}

void Rewriter::rewrite(const Instruction& i) {
    places_.follow(i);
    lines_.follow(i);
    if (i.opcode == Op::OpFunction) begin_function(i);
    const bool stays_first = i.opcode == Op::OpPhi || i.opcode == Op::OpVariable || lines_.is_debug(i);
    if (label_ != 0 && !stays_first) add_block_start();
    if (is_instrumented_) {
        add_accesses(i);
        add_rays(i);
    } else if (is_shared_) {
        leave_out_shared(i);
    }
    append(i);
    if (is_instrumented_ && i.opcode == Op::OpRayQueryProceedKHR) add_proceed(i);
    if (i.opcode == Op::OpLabel) begin_block(i);
    if (is_instrumented_ && i.opcode == Op::OpDemoteToHelperInvocation) log_.stop(functions_);
    if (!is_instrumented_ || options_.keeps_subgroups || !forms_subgroups(i.opcode)) return;
    if (Entry* const entry = entries_.only_caller(function_)) write_begin(*entry);
}

void Rewriter::append(const Instruction& i) {
    if (i.opcode != Op::OpPhi || split_.empty()) return functions_.append(i.words);
    std::vector<std::uint32_t> words(i.words.begin(), i.words.end());
    for (std::size_t parent = 4; parent < words.size(); parent += 2)
        if (const auto second = split_.find(words[parent]); second != split_.end())
            words[parent] = second->second;
    functions_.append(words);
}

void Rewriter::write_begin(Entry& entry) {
    const auto [site, is_new] = begin_sites_.try_emplace(entry.function, 0);
    if (is_new)
        site->second = add_site(SiteKind::begin, static_cast<std::size_t>(&entry - entries_.list().data()));
    log_.begin(functions_, entry, site->second);
}

void Rewriter::begin_function(const Instruction& function) {
    function_ = function.result;
    is_instrumented_ = entries_.is_instrumented(function.result);
    is_shared_ = entries_.is_shared(function.result);
    entry_ = nullptr;
    for (Entry& entry : entries_.list()) {
        if ((entry.instrumented || entry.passes_draw) && entry.function == function.result) entry_ = &entry;
    }
}

void Rewriter::begin_block(const Instruction& label) {
    if (is_instrumented_ || entry_) label_ = label.result;
}

std::uint32_t Rewriter::add_site(SiteKind kind, std::size_t index) {
    result_.sites.push_back(Site{kind, static_cast<std::uint32_t>(index)});
    return static_cast<std::uint32_t>(result_.sites.size() - 1);
}

void Rewriter::add_block_start() {
    const std::uint32_t label = label_;
    label_ = 0;
    if (entry_) {
        if (options_.parts_address != 0 && entry_->model == spv::ExecutionModel::GLCompute) add_part(label);
        if (entry_->passes_draw) draws_.hand_on(functions_, *entry_);
        if (entry_->instrumented) {
            write_begin(*entry_);
            add_called(*entry_);
        }
        entry_ = nullptr;
    }
    if (!is_instrumented_) return;
    const BlockShape& shape = blocks_[label];
    if (!options_.blocks || !shape.is_reachable) return;
    const std::uint32_t site = add_site(SiteKind::block, result_.blocks.size());
    result_.blocks.push_back(BasicBlock{shape.entry, shape.instructions, shown_function(), lines_.location(),
                                        module_.at(label).word});
    log_.record(functions_, site, Payload::none, {});
}

void Rewriter::add_part(std::uint32_t label) {
    Code code;
    const LogCode::Part part = log_.part(code, *entry_);
    const std::uint32_t ends = builder_.id();
    const std::uint32_t runs = builder_.id();
    code.add(Op::OpSelectionMerge, {runs, no_control});
    code.add(Op::OpBranchConditional, {part.runs, runs, ends});
    code.add(Op::OpLabel, {ends});
    log_.defer(code, part);
    code.add(Op::OpReturn, {});
    code.add(Op::OpLabel, {runs});
    functions_.append(code);
    split_[label] = runs;
}

void Rewriter::add_accesses(const Instruction& i) {
    if (!options_.accesses) return;
    if (const char* reason = never_recorded(i)) return leave_out(i, reason);
    for (const AccessOperand& operand : access_operands(module_, i)) {
        try {
            add_access(i, operand);
        } catch (const LeftOutError& error) {
            leave_out(i, error.what());
        }
    }
}

void Rewriter::add_rays(const Instruction& i) {
    if (!options_.rays) return;
    try {
        Code code;
        std::vector<std::uint32_t> payload;
        std::optional<RaySite> site = ray_code_.before(code, i, entries_.only_caller(function_), payload);
        if (!site) return;
        const Payload kind = site->payload;
        log_.record(code, add_ray_site(std::move(*site), i.word), kind, payload);
        functions_.append(code);
    } catch (const LeftOutError& error) {
        leave_out(i, error.what());
    }
}

void Rewriter::add_proceed(const Instruction& i) {
    if (!options_.rays) return;
    try {
        static_cast<void>(ray_code_.query_of(i));
        const auto add = [&](RayEvent event, Payload payload) {
            RaySite site;
            site.event = event;
            site.payload = payload;
            return add_ray_site(std::move(site), i.word);
        };
        const std::uint32_t candidate = add(RayEvent::candidate, Payload::hit);
        const std::uint32_t committed = add(RayEvent::committed, Payload::hit);
        ray_code_.proceeded(functions_, i, {candidate, committed, add(RayEvent::missed, Payload::none)});
    } catch (const LeftOutError& error) {
        leave_out(i, error.what());
    }
}

void Rewriter::add_called(Entry& entry) {
    if (!options_.rays) return;
    std::vector<std::uint32_t> payload;
    std::optional<RaySite> site = ray_code_.called(functions_, entry, payload);
    if (!site) return;
    const Payload kind = site->payload;
    log_.record(functions_, add_ray_site(std::move(*site), entry.instruction->word), kind, payload);
}

std::uint32_t Rewriter::add_ray_site(RaySite site, std::uint32_t word) {
    if (const Entry* const entry = entries_.only_caller(function_)) site.stage = stage_name(entry->model);
    site.function = shown_function();
    site.location = lines_.location();
    site.word = word;
    const std::uint32_t number = add_site(SiteKind::ray, result_.rays.size());
    result_.rays.push_back(std::move(site));
    return number;
}

void Rewriter::leave_out_shared(const Instruction& i) {
    for (const AccessOperand& operand : access_operands(module_, i)) {
        if (places_.place(operand.id).kind == Place::Kind::none) continue;
        leave_out(i, "Its function is also called by an entry point that cannot record.");
    }
}

void Rewriter::add_access(const Instruction& instruction, const AccessOperand& operand) {
    Code code;
    std::vector<std::uint32_t> payload;
    std::optional<Access> access = access_code_.access(code, operand, places_.place(operand.id), payload);
    if (!access) return;
    access->function = shown_function();
    access->location = lines_.location();
    access->inlined_at = lines_.inlined_at();
    access->word = instruction.word;
    const std::uint32_t site = add_site(SiteKind::access, result_.accesses.size());
    log_.record(code, site, access->payload, payload);
    functions_.append(code);
    result_.accesses.push_back(std::move(*access));
}

std::string Rewriter::shown_function() const {
    std::string name = lines_.function();
    if (!lines_.inlined_at().empty()) return name;
    for (const Entry& entry : entries_.list())
        if (entry.function == function_ && entry.model != spv::ExecutionModel::GLCompute)
            if (const char* stage = stage_name(entry.model); *stage != '\0') return name + " (" + stage + ")";
    return name;
}

void Rewriter::leave_out(const Instruction& instruction, const std::string& reason) {
    std::string what = operation_name(instruction.opcode);
    if (const std::string function = lines_.function(); !function.empty()) what += " in " + function;
    if (const SourceLocation& location = lines_.location(); location.line != 0) {
        what += ", line " + std::to_string(location.line);
    }
    ++left_out_[{what, reason}];
}

} // namespace hitmap::capture
