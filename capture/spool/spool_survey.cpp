#include "capture/spool/spool_survey.h"

#include <algorithm>
#include <bit>
#include <set>

#include "capture/spool/access_addresses.h"
#include "capture/spool/ray_structures.h"

namespace hitmap::capture {

namespace {

class Surveyor {
public:
    Surveyor(const SpoolTables& tables, SpoolSurvey& survey)
        : tables_(tables), survey_(survey), addresses_(tables), structures_(tables) {}

    void add(std::uint32_t launch, const LogRecord& record);

private:
    void add_access(std::uint32_t launch, const LogRecord& record, const SpoolModule& module,
                    const Access& access);
    void add_rays(std::uint32_t launch, const LogRecord& record, const SpoolModule& module,
                  const RaySite& site);
    void add_begin(std::uint32_t launch, const LogRecord& record, const SpoolModule* module);
    bool has_room(std::uint32_t site, std::size_t pieces);
    void add_use(const SpoolModule& module, const Access& access, const SpoolDescriptor& descriptor);

    const SpoolTables& tables_;
    SpoolSurvey& survey_;
    AccessAddresses addresses_;
    RayStructures structures_;
    LaneAddresses lanes_;
    std::set<std::pair<const SpoolDescriptor*, const Binding*>> known_uses_;
};

void Surveyor::add_begin(std::uint32_t launch, const LogRecord& record, const SpoolModule* module) {
    survey_.warps.add(launch, *record.subgroup);
    BegunInvocations& begun = survey_.begun[launch];
    begun.invocations += record.lanes;
    ++begun.subgroups;
    begun.subgroup_size = std::max(begun.subgroup_size, std::min(record.subgroup->size, 128U));
    begun.traces_rays = begun.traces_rays || (module != nullptr && module->traces_rays);
}

void Surveyor::add(std::uint32_t launch, const LogRecord& record) {
    const SpoolModule* const module = tables_.module_of(record.site);
    if (record.payload == Payload::begin) return add_begin(launch, record, module);
    if (module == nullptr) return void(++survey_.unread.records);
    const Site& site = module->sites[record.site - module->first_site];
    if (site.kind == SiteKind::block && site.index < module->blocks.size()) {
        ++survey_.executions;
    } else if (site.kind == SiteKind::access && site.index < module->accesses.size()) {
        add_access(launch, record, *module, module->accesses[site.index]);
    } else if (site.kind == SiteKind::ray && site.index < module->rays.size()) {
        add_rays(launch, record, *module, module->rays[site.index]);
    } else {
        ++survey_.unread.records;
    }
}

void Surveyor::add_rays(std::uint32_t launch, const LogRecord& record, const SpoolModule& module,
                        const RaySite& site) {
    const auto event = static_cast<std::size_t>(site.event);
    if (record.payload != site.payload || event >= survey_.ray_lanes.size())
        return void(++survey_.unread.records);
    if (survey_.ray_sites.count(record.site) == 0) {
        if (survey_.ray_sites.size() == tables_.limits.ray_places)
            return void(survey_.left_out_rays += record.lanes);
        survey_.ray_sites.insert(record.site);
    }
    survey_.ray_lanes[event] += record.lanes;
    if (site.event != RayEvent::traced) return;
    survey_.camera.add(launch, record);
    for (std::uint32_t rank = 0; rank < record.lanes; ++rank) {
        const std::uint64_t structure = structures_.of(launch, record, rank, module, site);
        if (structure == 0) continue;
        const auto [traced, is_new] = survey_.traced.try_emplace(structure);
        if (is_new) traced->second.first_launch = launch;
        ++traced->second.rays;
    }
}

void Surveyor::add_access(std::uint32_t launch, const LogRecord& record, const SpoolModule& module,
                          const Access& access) {
    if (record.payload == Payload::coordinates) {
        ++survey_.image_requests;
        survey_.image_accesses += record.lanes;
        survey_.images.add(record, module.bindings, access);
        return;
    }
    if (record.payload == Payload::none) return void(++survey_.unread.records);
    addresses_.find(launch, record, module, access, lanes_);
    survey_.unresolved += lanes_.unresolved;
    survey_.out_of_range += lanes_.out_of_range;
    const int active = std::popcount(lanes_.mask[0]) + std::popcount(lanes_.mask[1]);
    if (active == 0) return;
    std::uint64_t parts = 0;
    for (const std::uint64_t half : lanes_.mask)
        parts += (static_cast<std::uint32_t>(half) != 0 ? 1U : 0U) + (half >> 32 != 0 ? 1U : 0U);
    const std::size_t pieces = std::max<std::size_t>(1, access.pieces.size());
    if (!has_room(record.site, pieces)) return;
    std::uint32_t& texel = survey_.texel_bytes[record.site];
    texel = std::max(texel, lanes_.texel_bytes);
    survey_.requests[launch] += parts * pieces;
    survey_.lane_accesses += static_cast<std::uint64_t>(active) * pieces;
    if (lanes_.descriptor != nullptr)
        add_use(module, access, *lanes_.descriptor);
    else
        survey_.has_device_addresses = true;
}

/// Whether the recording has room for the instructions of a site, one for each piece.
bool Surveyor::has_room(std::uint32_t site, std::size_t pieces) {
    if (survey_.texel_bytes.count(site) != 0) return true;
    if (pieces > tables_.limits.instructions - survey_.instructions) {
        survey_.left_out_sites.insert(site);
        return false;
    }
    survey_.instructions += pieces;
    return true;
}

void Surveyor::add_use(const SpoolModule& module, const Access& access, const SpoolDescriptor& descriptor) {
    const Binding& binding = module.bindings[access.binding];
    if (!known_uses_.emplace(&descriptor, &binding).second) return;
    const auto buffer = tables_.buffers.find(descriptor.buffer);
    if (buffer == tables_.buffers.end() || descriptor.address < buffer->second.address) return;
    BufferUse use;
    use.offset = descriptor.address - buffer->second.address;
    use.bytes = std::min(descriptor.bytes, buffer->second.bytes - std::min(use.offset, buffer->second.bytes));
    use.name = binding.name;
    use.stride = descriptor.texel_bytes != 0 ? descriptor.texel_bytes : binding.stride;
    use.element_bytes = descriptor.texel_bytes != 0 ? descriptor.texel_bytes : binding.element_bytes;
    use.first_element = descriptor.texel_bytes != 0 ? 0 : binding.first_element;
    auto& uses = survey_.uses[descriptor.buffer];
    const bool known = std::any_of(uses.begin(), uses.end(), [&](const BufferUse& other) {
        return other.offset == use.offset && other.bytes == use.bytes;
    });
    if (!known) uses.push_back(std::move(use));
}

} // namespace

SpoolSurvey survey(SpoolReader& spool, const SpoolTables& tables,
                   const std::function<void(std::uint64_t)>& step) {
    SpoolSurvey result(tables);
    Surveyor surveyor(tables, result);
    const UnreadRecords unread = for_each_record(
        spool, tables, [&](std::uint32_t launch, const LogRecord& record) { surveyor.add(launch, record); },
        step);
    result.unread.records += unread.records;
    result.unread.units = unread.units;
    result.warps.finish();
    return result;
}

std::vector<AccessPiece> pieces_of(const Access& access, std::uint32_t texel_bytes) {
    constexpr std::uint32_t widest = 32; // that a recording allows
    std::vector<AccessPiece> pieces;
    for (const Piece& piece : access.pieces)
        pieces.push_back({piece.offset, std::min(piece.bytes, widest)});
    if (pieces.empty()) pieces.push_back({0, std::min(texel_bytes, widest)});
    return pieces;
}

} // namespace hitmap::capture
