#include "capture/spirv/source_lines.h"

#include <utility>

namespace hitmap::capture {

namespace {

using spv::Op;

// Numbers of instructions; both sets have the same ones up to 35.
enum DebugInstruction : std::uint32_t {
    debug_function = 20,
    debug_lexical_block = 21,
    debug_scope = 23,
    debug_no_scope = 24,
    debug_inlined_at = 25,
    debug_source = 35,
    debug_source_continued = 102,
    debug_line = 103,
    debug_no_line = 104,
};
constexpr std::size_t first_operand = 5; // of OpExtInst
constexpr unsigned max_scopes = 256;
constexpr std::size_t max_inlined = 64;

// Tools of the registry of SPIR-V, in the upper half of the word "generator".
constexpr std::uint32_t glslang_tool = 8;
constexpr std::uint32_t shaderc_tool = 13;

/// glslang writes OpLine only where the line changes, even if a block ended since.
bool keeps_lines(const Module& module) {
    const std::uint32_t tool = module.generator() >> 16;
    return tool == glslang_tool || tool == shaderc_tool;
}

/// glslang puts comments and "#line 1" before the text that lines refer to.
void remove_preamble(std::string& text) {
    constexpr std::string_view comment = "// OpModuleProcessed";
    constexpr std::string_view line = "#line 1\n";
    std::size_t at = 0;
    while (text.compare(at, comment.size(), comment) == 0) {
        const std::size_t end = text.find('\n', at);
        if (end == std::string::npos) return;
        at = end + 1;
    }
    if (at != 0 && text.compare(at, line.size(), line) == 0) text.erase(0, at + line.size());
}

/// glslang writes the types of parameters behind the name: "trace(vf3;".
std::string without_parameters(const std::string& name) {
    return name.substr(0, name.find('('));
}

bool ends_block(Op opcode) {
    switch (opcode) {
    case Op::OpBranch:
    case Op::OpBranchConditional:
    case Op::OpSwitch:
    case Op::OpReturn:
    case Op::OpReturnValue:
    case Op::OpKill:
    case Op::OpUnreachable:
    case Op::OpTerminateInvocation:
    case Op::OpIgnoreIntersectionKHR:
    case Op::OpTerminateRayKHR:
    case Op::OpEmitMeshTasksEXT:
        return true;
    default:
        return false;
    }
}

} // namespace

SourceLines::SourceLines(const Module& module, const Decorations& decorations)
    : module_(module), decorations_(decorations), keeps_lines_(keeps_lines(module)) {
    for (const Instruction& i : module_.instructions().first(module_.first_function())) {
        if (i.opcode == Op::OpExtInstImport) {
            const std::string name = i.text(2);
            if (name.starts_with("NonSemantic.")) non_semantic_[i.result] = true;
            if (name == "NonSemantic.Shader.DebugInfo.100") sets_[i.result] = false;
            if (name == "OpenCL.DebugInfo.100") sets_[i.result] = true;
        }
        if (i.opcode == Op::OpSource || i.opcode == Op::OpSourceContinued) read_source(i);
        if (i.opcode == Op::OpExtInst) read_debug_source(i);
    }
    for (SourceText& source : sources_)
        remove_preamble(source.text);
}

std::uint32_t SourceLines::source_named(const std::string& name) {
    const auto [found, is_new] =
        source_numbers_.try_emplace(name, static_cast<std::uint32_t>(sources_.size()));
    if (is_new) sources_.push_back(SourceText{name, {}});
    return found->second;
}

std::string SourceLines::string(std::uint32_t id) const {
    const Instruction* text = module_.find(id);
    return text && text->opcode == Op::OpString ? text->text(2) : std::string();
}

void SourceLines::read_source(const Instruction& instruction) {
    if (instruction.opcode == Op::OpSourceContinued) {
        if (last_source_ != no_index) sources_[last_source_].text += instruction.text(1);
        return;
    }
    last_source_ = no_index;
    if (instruction.size() < 4) return;
    last_source_ = source_named(string(instruction[3]));
    debug_sources_[instruction[3]] = last_source_;
    if (instruction.size() > 4) sources_[last_source_].text = instruction.text(4);
}

void SourceLines::read_debug_source(const Instruction& instruction) {
    switch (debug_instruction(instruction)) {
    case debug_source:
        last_source_ = source_named(string(instruction[first_operand]));
        debug_sources_[instruction.result] = last_source_;
        if (instruction.size() > first_operand + 1) {
            const std::string text = string(instruction[first_operand + 1]);
            if (!text.empty()) sources_[last_source_].text = text;
        }
        break;
    case debug_source_continued:
        if (last_source_ != no_index) sources_[last_source_].text += string(instruction[first_operand]);
        break;
    default:
        break;
    }
}

std::uint32_t SourceLines::debug_instruction(const Instruction& instruction) const {
    if (instruction.opcode != Op::OpExtInst || !sets_.contains(instruction[3])) return no_index;
    return instruction[4];
}

bool SourceLines::is_debug(const Instruction& instruction) const {
    if (instruction.opcode == Op::OpLine || instruction.opcode == Op::OpNoLine) return true;
    if (instruction.opcode != Op::OpExtInst) return false;
    return sets_.contains(instruction[3]) || non_semantic_.contains(instruction[3]);
}

std::uint32_t SourceLines::number(const Instruction& instruction, std::size_t operand) const {
    const auto set = sets_.find(instruction[3]);
    if (set != sets_.end() && set->second) return instruction[operand];
    return static_cast<std::uint32_t>(module_.constant(instruction[operand]).value_or(0));
}

std::uint32_t SourceLines::source_of(std::uint32_t debug_source) const {
    const auto found = debug_sources_.find(debug_source);
    return found == debug_sources_.end() ? no_index : found->second;
}

void SourceLines::follow(const Instruction& i) {
    if (ends_block(i.opcode)) {
        // OpLine and scopes hold up to the end of the block.
        if (!keeps_lines_) location_ = {};
        scope_ = 0;
        inlined_ = 0;
        return;
    }
    switch (i.opcode) {
    case Op::OpFunction:
        function_ = i.result;
        break;
    case Op::OpFunctionEnd:
        location_ = {};
        break;
    case Op::OpLine: {
        auto found = debug_sources_.find(i[1]);
        if (found == debug_sources_.end())
            found = debug_sources_.emplace(i[1], source_named(string(i[1]))).first;
        location_ = {found->second, i[2], i[3]};
        break;
    }
    case Op::OpNoLine:
        location_ = {};
        break;
    case Op::OpExtInst:
        follow_debug(i);
        break;
    default:
        break;
    }
}

void SourceLines::follow_debug(const Instruction& i) {
    switch (debug_instruction(i)) {
    case debug_scope:
        scope_ = i[first_operand];
        inlined_ = i.size() > first_operand + 1 ? i[first_operand + 1] : 0;
        break;
    case debug_no_scope:
        scope_ = 0;
        inlined_ = 0;
        break;
    case debug_line:
        location_ = {source_of(i[first_operand]), number(i, first_operand + 1), number(i, first_operand + 3)};
        if (location_.line == 0) location_ = {};
        break;
    case debug_no_line:
        location_ = {};
        break;
    default:
        break;
    }
}

const Instruction* SourceLines::find_debug(std::uint32_t id, std::uint32_t number) const {
    const Instruction* found = module_.find(id);
    return found && debug_instruction(*found) == number ? found : nullptr;
}

std::string SourceLines::function_of(std::uint32_t scope) const {
    for (unsigned depth = 0; depth < max_scopes; ++depth) {
        if (const Instruction* function = find_debug(scope, debug_function)) {
            return without_parameters(string((*function)[first_operand]));
        }
        const Instruction* block = find_debug(scope, debug_lexical_block);
        if (!block) break;
        scope = (*block)[first_operand + 3];
    }
    return {};
}

std::string SourceLines::function() const {
    std::string name = function_of(scope_);
    return name.empty() ? without_parameters(decorations_.name(function_)) : name;
}

std::vector<InlinedAt> SourceLines::inlined_at() const {
    std::vector<InlinedAt> chain;
    std::uint32_t inlined = inlined_;
    while (const Instruction* at = find_debug(inlined, debug_inlined_at)) {
        if (chain.size() == max_inlined) break;
        const std::uint32_t scope = (*at)[first_operand + 1];
        // The source is that of the scope, which is a function or a block in it.
        const Instruction* function = find_debug(scope, debug_function);
        const Instruction* block = find_debug(scope, debug_lexical_block);
        std::uint32_t source = no_index;
        if (function) source = source_of((*function)[first_operand + 2]);
        if (block) source = source_of((*block)[first_operand]);
        chain.push_back(InlinedAt{function_of(scope), {source, number(*at, first_operand), 0}});
        inlined = at->size() > first_operand + 2 ? (*at)[first_operand + 2] : 0;
    }
    return chain;
}

} // namespace hitmap::capture
