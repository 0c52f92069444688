#include "capture/spirv/assemble.h"

#include <algorithm>

namespace hitmap::capture {

namespace {

using spv::Op;

constexpr std::uint32_t version_1_3 = 0x00010300;
constexpr std::uint32_t version_1_4 = 0x00010400;
constexpr std::uint32_t version_1_5 = 0x00010500;
constexpr auto physical64 = static_cast<std::uint32_t>(spv::AddressingModel::PhysicalStorageBuffer64);
constexpr auto logical = static_cast<std::uint32_t>(spv::AddressingModel::Logical);
constexpr std::size_t max_instruction_words = 0xffff;

/// Parts of the logical layout in their order.
enum Part { capabilities, extensions, modes, strings, names, processed, annotations, globals };

Part part(Op opcode) {
    switch (opcode) {
    case Op::OpCapability:
        return capabilities;
    case Op::OpExtension:
        return extensions;
    case Op::OpExtInstImport:
    case Op::OpMemoryModel:
    case Op::OpEntryPoint:
    case Op::OpExecutionMode:
    case Op::OpExecutionModeId:
        return modes;
    case Op::OpString:
    case Op::OpSource:
    case Op::OpSourceExtension:
    case Op::OpSourceContinued:
        return strings;
    case Op::OpName:
    case Op::OpMemberName:
        return names;
    case Op::OpModuleProcessed:
        return processed;
    case Op::OpDecorate:
    case Op::OpDecorateId:
    case Op::OpDecorateString:
    case Op::OpMemberDecorate:
    case Op::OpMemberDecorateString:
    case Op::OpDecorationGroup:
    case Op::OpGroupDecorate:
    case Op::OpGroupMemberDecorate:
        return annotations;
    default:
        return globals;
    }
}

class Assembler {
public:
    Assembler(const Module& module, const Entries& entries, const Builder& builder)
        : module_(module), entries_(entries), builder_(builder) {}

    std::vector<std::uint32_t> run(std::uint32_t version, std::span<const std::uint32_t> functions,
                                   std::span<const std::uint32_t> interface) {
        words_ = {spv::MagicNumber, version, module_.generator(), builder_.bound(), 0};
        std::size_t globals_end = 0; // OpLine in front of the first function stays there
        for (const Instruction& i : module_.instructions().first(module_.first_function())) {
            flush(part(i.opcode));
            copy(i, version >= version_1_4 ? interface : std::span<const std::uint32_t>());
            if (i.opcode != Op::OpLine && i.opcode != Op::OpNoLine) globals_end = words_.size();
        }
        flush(globals);
        globals_end = std::max(globals_end, annotations_end_);
        const auto& added = builder_.globals().words();
        words_.insert(words_.begin() + static_cast<std::ptrdiff_t>(globals_end), added.begin(), added.end());
        append(functions);
        append(builder_.functions().words());
        return std::move(words_);
    }

private:
    void append(std::span<const std::uint32_t> words) {
        words_.insert(words_.end(), words.begin(), words.end());
    }

    /// Writes what was added to the parts before `next`.
    void flush(Part next) {
        for (; flushed_ < next; flushed_ = static_cast<Part>(flushed_ + 1)) {
            if (flushed_ == capabilities) {
                for (const spv::Capability capability : builder_.new_capabilities()) {
                    Code code;
                    code.add(Op::OpCapability, {static_cast<std::uint32_t>(capability)});
                    append(code.words());
                }
            } else if (flushed_ == extensions) {
                for (const std::string& name : builder_.new_extensions()) {
                    const std::vector<std::uint32_t> text = text_words(name);
                    words_.push_back(static_cast<std::uint32_t>(text.size() + 1) << spv::WordCountShift |
                                     static_cast<std::uint32_t>(Op::OpExtension));
                    append(text);
                }
            } else if (flushed_ == modes) {
                append(builder_.modes().words());
            } else if (flushed_ == names) {
                append(builder_.names().words());
            } else if (flushed_ == annotations) {
                append(builder_.annotations().words());
            }
            annotations_end_ = words_.size();
        }
    }

    void copy(const Instruction& i, std::span<const std::uint32_t> interface) {
        const std::size_t start = words_.size();
        append(i.words);
        if (i.opcode == Op::OpMemoryModel) words_[start + 1] = physical64;
        if (i.opcode != Op::OpEntryPoint) return;
        const auto& list = entries_.list();
        const auto entry =
            std::find_if(list.begin(), list.end(), [&](const Entry& e) { return e.instruction == &i; });
        if (entry == list.end() || !(entry->instrumented || entry->passes_draw)) return;
        append(entry->added);
        append(interface);
        const std::size_t count = words_.size() - start;
        if (count > max_instruction_words) throw ModuleError("An entry point has too many variables.");
        words_[start] = static_cast<std::uint32_t>(count) << spv::WordCountShift |
                        static_cast<std::uint32_t>(Op::OpEntryPoint);
    }

    const Module& module_;
    const Entries& entries_;
    const Builder& builder_;
    std::vector<std::uint32_t> words_;
    Part flushed_ = capabilities;
    std::size_t annotations_end_ = 0;
};

} // namespace

void check_memory_model(const Module& module) {
    const auto before = module.instructions().first(module.first_function());
    const auto model = std::find_if(before.begin(), before.end(),
                                    [](const Instruction& i) { return i.opcode == Op::OpMemoryModel; });
    if (model == before.end()) throw ModuleError("The module has no memory model.");
    if ((*model)[1] != logical && (*model)[1] != physical64) {
        throw ModuleError("The addressing model is not that of Vulkan.");
    }
}

std::vector<std::uint32_t> assemble(const Module& module, const Entries& entries, Builder& builder,
                                    std::span<const std::uint32_t> functions,
                                    std::span<const std::uint32_t> interface) {
    const std::uint32_t version = std::max(module.version(), version_1_3);
    if (version < version_1_5) builder.extension("SPV_KHR_physical_storage_buffer");
    return Assembler(module, entries, builder).run(version, functions, interface);
}

} // namespace hitmap::capture
