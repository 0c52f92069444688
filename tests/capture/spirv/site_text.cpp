#include "tests/capture/spirv/site_text.h"

namespace hitmap::capture {

namespace {

std::string resource_text(Resource resource) {
    switch (resource) {
    case Resource::storage_buffer:
        return "storage";
    case Resource::uniform_buffer:
        return "uniform";
    case Resource::device_address:
        return "address";
    case Resource::texel_buffer:
        return "texels";
    case Resource::image:
        return "image";
    case Resource::acceleration_structure:
        return "structure";
    }
    return "?";
}

std::string operation_text(Operation operation) {
    return operation == Operation::load ? "load" : operation == Operation::store ? "store" : "atomic";
}

std::string entry_text(BlockEntry entry) {
    switch (entry) {
    case BlockEntry::kernel:
        return "kernel";
    case BlockEntry::function:
        return "function";
    case BlockEntry::branch:
        return "branch";
    case BlockEntry::after_branch:
        return "after branch";
    case BlockEntry::loop_iteration:
        return "iteration";
    case BlockEntry::after_loop:
        return "after loop";
    }
    return "?";
}

std::string place_text(const std::string& function, const SourceLocation& location) {
    return function + ":" + std::to_string(location.line);
}

std::string payload_text(const Access& access) {
    std::string text = access.array_index == no_index ? ", index" : "";
    if (access.payload == Payload::coordinates)
        text += access.float_coordinates ? ", float coordinates" : ", coordinates";
    return text;
}

std::string ray_text(const InstrumentedModule& module, const RaySite& site) {
    static constexpr const char* events[] = {"trace", "candidate", "committed", "missed", "reported"};
    std::string text = std::string(events[static_cast<std::size_t>(site.event)]) + ", " + site.stage;
    if (site.structure == StructureName::address) text += ", structure by address";
    if (site.structure == StructureName::descriptor) {
        text += ", structure " + module.bindings.at(site.binding).name;
        if (site.array_index == no_index)
            text += ", index";
        else if (site.array_index != 0)
            text += "(" + std::to_string(site.array_index) + ")";
    }
    return text + ", " + place_text(site.function, site.location);
}

} // namespace

std::string access_text(const InstrumentedModule& module, const Access& access) {
    const Binding& binding = module.bindings.at(access.binding);
    std::string text = operation_text(access.operation) + " " + resource_text(access.resource) + " " +
                       (binding.name.empty() ? "binding " + std::to_string(binding.binding) : binding.name);
    if (access.array_index != 0 && access.array_index != no_index) {
        text += "(" + std::to_string(access.array_index) + ")";
    }
    if (!access.path.empty()) text += " " + access.path;
    text += payload_text(access);
    for (const Piece& piece : access.pieces) {
        text += &piece == access.pieces.data() ? ", " : " ";
        text += std::to_string(piece.offset) + "+" + std::to_string(piece.bytes);
    }
    if (access.pieces.empty() && access.texel_bytes != 0) {
        text += ", texels of " + std::to_string(access.texel_bytes) + " bytes";
    }
    text += ", " + place_text(access.function, access.location);
    for (const InlinedAt& at : access.inlined_at)
        text += " in " + place_text(at.function, at.call);
    return text;
}

std::string sites_text(const InstrumentedModule& module) {
    std::string text;
    for (const Site& site : module.sites) {
        switch (site.kind) {
        case SiteKind::begin:
            text += "begin " + module.entry_points.at(site.index).name;
            break;
        case SiteKind::access:
            text += access_text(module, module.accesses.at(site.index));
            break;
        case SiteKind::ray:
            text += ray_text(module, module.rays.at(site.index));
            break;
        case SiteKind::block: {
            const BasicBlock& block = module.blocks.at(site.index);
            text += entry_text(block.entry) + ", " + std::to_string(block.instructions) + " instructions, " +
                    place_text(block.function, block.location);
            break;
        }
        }
        text += '\n';
    }
    for (const LeftOut& left_out : module.left_out)
        text += "without " + left_out.what + ": " + left_out.reason + '\n';
    return text;
}

std::string bindings_text(const InstrumentedModule& module) {
    std::string text;
    for (const Binding& binding : module.bindings) {
        text += resource_text(binding.resource) + " " + binding.name;
        if (binding.resource != Resource::device_address) {
            text += ", set " + std::to_string(binding.set) + ", binding " + std::to_string(binding.binding);
            if (binding.array_length != 1)
                text += ", " + std::to_string(binding.array_length) + " descriptors";
        }
        if (binding.stride != 0) {
            text += ", elements of " + std::to_string(binding.element_bytes) + " bytes every " +
                    std::to_string(binding.stride) + " from " + std::to_string(binding.first_element);
        }
        text += '\n';
        for (const Member& member : binding.members) {
            text += "  " + member.type + " " + member.name + ": " + std::to_string(member.offset) + "+" +
                    std::to_string(member.bytes) + '\n';
        }
    }
    return text;
}

} // namespace hitmap::capture
