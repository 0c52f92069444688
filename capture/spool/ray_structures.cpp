#include "capture/spool/ray_structures.h"

namespace hitmap::capture {

std::uint64_t RayStructures::of(std::uint32_t launch, const LogRecord& record, std::uint32_t rank,
                                const SpoolModule& module, const RaySite& site) {
    const std::uint32_t low = record.word(rank, ray_structure);
    switch (site.structure) {
    case StructureName::address:
        return low | std::uint64_t{record.word(rank, ray_structure + 1)} << 32;
    case StructureName::descriptor: {
        if (site.binding >= module.bindings.size()) return 0;
        const std::uint32_t index = site.array_index == no_index ? low : site.array_index;
        const SpoolDescriptor* const descriptor =
            addresses_.descriptor(launch, module.bindings[site.binding], index);
        return descriptor == nullptr ? 0 : descriptor->address;
    }
    case StructureName::unknown:
        break;
    }
    return 0;
}

} // namespace hitmap::capture
