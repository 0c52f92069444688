#include "capture/spool/instruction_numbers.h"

#include <algorithm>
#include <set>
#include <string>

namespace hitmap::capture {

namespace {

const char* file_of(const SpoolModule& module, const SourceLocation& location) {
    return location.source < module.sources.size() ? module.sources[location.source].name.c_str() : "";
}

hmt_operation operation_of(Operation operation) {
    switch (operation) {
    case Operation::store:
        return HMT_STORE;
    case Operation::atomic:
        return HMT_ATOMIC;
    case Operation::load:
        break;
    }
    return HMT_LOAD;
}

hmt_entry entry_of(BlockEntry entry) {
    switch (entry) {
    case BlockEntry::function:
        return HMT_FUNCTION;
    case BlockEntry::branch:
        return HMT_IF_TAKEN;
    case BlockEntry::after_branch:
        return HMT_AFTER_IF;
    case BlockEntry::loop_iteration:
        return HMT_LOOP_ITERATION;
    case BlockEntry::after_loop:
        return HMT_AFTER_LOOP;
    case BlockEntry::kernel:
        break;
    }
    return HMT_KERNEL;
}

} // namespace

InstructionNumbers::InstructionNumbers(const SpoolTables& tables, const SpoolSurvey& survey,
                                       hmt_recorder* recorder) {
    for (const auto& [site, texel_bytes] : survey.texel_bytes) {
        const SpoolModule& module = *tables.module_of(site);
        const Access& access = module.accesses[module.sites[site - module.first_site].index];
        add_access(site, module, access, texel_bytes, recorder);
    }
    if (survey.executions != 0) add_blocks(tables, recorder);
}

void InstructionNumbers::add_access(std::uint32_t site, const SpoolModule& module, const Access& access,
                                    std::uint32_t texel_bytes, hmt_recorder* recorder) {
    SiteInstructions numbers;
    numbers.first = instructions_;
    numbers.pieces = pieces_of(access, texel_bytes);
    numbers.module = &module;
    numbers.access = &access;
    for (const AccessPiece& piece : numbers.pieces) {
        hmt_instruction instruction{};
        instruction.operation = operation_of(access.operation);
        instruction.space = HMT_GLOBAL;
        instruction.bytes_per_lane = static_cast<std::uint16_t>(piece.bytes);
        instruction.function = access.function.c_str();
        instruction.file = file_of(module, access.location);
        instruction.line = access.location.line;
        instruction.column = access.location.column;
        hmt_add_instruction(recorder, &instruction);
    }
    instructions_ += static_cast<std::uint32_t>(numbers.pieces.size());
    accesses_.emplace(site, std::move(numbers));
}

void InstructionNumbers::add_blocks(const SpoolTables& tables, hmt_recorder* recorder) {
    std::uint32_t count = 0;
    for (const SpoolModule& module : tables.modules)
        for (std::uint32_t i = 0; i < module.sites.size(); ++i) {
            const Site& site = module.sites[i];
            if (site.kind != SiteKind::block || site.index >= module.blocks.size()) continue;
            if (count == tables.limits.blocks) return;
            const BasicBlock& block = module.blocks[site.index];
            hmt_block row{};
            row.entry = entry_of(block.entry);
            row.instructions = std::min(block.instructions, 1U << 20);
            row.function = block.function.c_str();
            row.file = file_of(module, block.location);
            row.line = block.location.line;
            row.column = block.location.column;
            hmt_add_block(recorder, &row);
            blocks_.emplace(module.first_site + i, count++);
        }
}

std::size_t count_blocks(const SpoolTables& tables) {
    std::size_t count = 0;
    for (const SpoolModule& module : tables.modules)
        count += static_cast<std::size_t>(
            std::count_if(module.sites.begin(), module.sites.end(), [&](const Site& site) {
                return site.kind == SiteKind::block && site.index < module.blocks.size();
            }));
    return count;
}

std::uint32_t InstructionNumbers::block(std::uint32_t site) const {
    const auto found = blocks_.find(site);
    return found == blocks_.end() ? ~std::uint32_t{0} : found->second;
}

void add_sources(const SpoolTables& tables, hmt_recorder* recorder) {
    std::set<std::string> names;
    for (const SpoolModule& module : tables.modules)
        for (const SourceText& source : module.sources)
            if (!source.text.empty() && names.insert(source.name).second)
                hmt_add_source(recorder, source.name.c_str(), source.text.c_str());
}

} // namespace hitmap::capture
