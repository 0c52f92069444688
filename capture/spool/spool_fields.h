#pragma once

#include "capture/spool/spool_events.h"

/// The fields of each event in the order of the file: one list for writing and reading.
namespace hitmap::capture {

template <class Archive>
void fields(Archive& a, SourceLocation& v) {
    a(v.source, v.line, v.column);
}
template <class Archive>
void fields(Archive& a, InlinedAt& v) {
    a(v.function, v.call);
}
template <class Archive>
void fields(Archive& a, SourceText& v) {
    a(v.name, v.text);
}
template <class Archive>
void fields(Archive& a, Piece& v) {
    a(v.offset, v.bytes);
}
template <class Archive>
void fields(Archive& a, Site& v) {
    a(v.kind, v.index);
}
template <class Archive>
void fields(Archive& a, Member& v) {
    a(v.name, v.offset, v.bytes, v.array_stride, v.type);
}
template <class Archive>
void fields(Archive& a, Access& v) {
    std::uint32_t is_float = v.float_coordinates ? 1 : 0; // a bool in a file could have another value
    a(v.operation, v.resource, v.payload, v.binding, v.array_index, v.pieces, v.bytes, v.texel_bytes,
      is_float, v.path, v.function, v.location, v.inlined_at, v.word);
    v.float_coordinates = is_float != 0;
}
template <class Archive>
void fields(Archive& a, BasicBlock& v) {
    a(v.entry, v.instructions, v.function, v.location, v.word);
}
template <class Archive>
void fields(Archive& a, RaySite& v) {
    a(v.event, v.payload, v.structure, v.binding, v.array_index, v.stage, v.function, v.location, v.word);
}
template <class Archive>
void fields(Archive& a, Binding& v) {
    a(v.resource, v.name, v.set, v.binding, v.array_length, v.stride, v.element_bytes, v.first_element,
      v.members);
}

template <class Archive>
void fields(Archive& a, SpoolDevice& v) {
    a(v.device, v.name, v.subgroup_size, v.sms);
}
template <class Archive>
void fields(Archive& a, SpoolModule& v) {
    std::uint32_t traces_rays = v.traces_rays ? 1 : 0;
    a(v.first_site, v.sites, v.accesses, v.blocks, v.rays, v.bindings, v.sources, traces_rays);
    v.traces_rays = traces_rays != 0;
}
template <class Archive>
void fields(Archive& a, SpoolBuffer& v) {
    a(v.buffer, v.address, v.bytes);
}
template <class Archive>
void fields(Archive& a, SpoolBufferName& v) {
    a(v.buffer, v.name);
}
template <class Archive>
void fields(Archive& a, SpoolBufferEnd& v) {
    a(v.buffer);
}
template <class Archive>
void fields(Archive& a, SpoolDescriptor& v) {
    a(v.set, v.binding, v.index, v.buffer, v.address, v.bytes, v.texel_bytes);
}
template <class Archive>
void fields(Archive& a, SpoolTable& v) {
    a(v.table, v.descriptors);
}
template <class Archive>
void fields(Archive& a, SpoolLaunch& v) {
    a(v.device, v.dispatch, v.draw, v.table, v.first_site, v.kernel, v.grid, v.block, v.shared_bytes,
      v.invocations);
}
template <class Archive>
void fields(Archive& a, SpoolBegunLaunch& v) {
    a(v.launch);
}
template <class Archive>
void fields(Archive& a, SpoolNoBegunLaunches& v) {
    a(v.device, v.dispatch);
}
template <class Archive>
void fields(Archive& a, SpoolRecords& v) {
    a(v.device, v.position, v.units);
}
template <class Archive>
void fields(Archive& a, SpoolLost& v) {
    a(v.device, v.held_units, v.needed_units, v.log_units);
}
template <class Archive>
void fields(Archive& a, SpoolLayers& v) {
    a(v.names);
}
template <class Archive>
void fields(Archive& a, SpoolMiscount& v) {
    a(v.device, v.by_device, v.by_host);
}
template <class Archive>
void fields(Archive& a, SpoolTraversal& v) {
    a(v.module);
}
template <class Archive>
void fields(Archive& a, SpoolLeftOut& v) {
    a(v.launches);
}
template <class Archive>
void fields(Archive& a, SpoolGeometry& v) {
    a(v.shape, v.flags, v.primitives, v.vertex_format, v.index_type, v.first_vertex, v.stride, v.vertices,
      v.indices, v.transform, v.elements);
}
template <class Archive>
void fields(Archive& a, SpoolBuild& v) {
    a(v.device, v.dispatch, v.structure, v.type, v.flags, v.updated, v.geometries, v.tree_layout, v.tree);
}
template <class Archive>
void fields(Archive& a, SpoolStructureCopy& v) {
    a(v.device, v.dispatch, v.from, v.to);
}
template <class Archive>
void fields(Archive& a, SpoolContents& v) {
    a(v.buffer, v.bytes);
}
template <class Archive>
void fields(Archive& a, SpoolNote& v) {
    a(v.text);
}
template <class Archive>
void fields(Archive& a, SpoolEnd& v) {
    a(v.exits);
}

template <class Event>
struct SpoolEventOf;
template <>
struct SpoolEventOf<SpoolDevice> {
    static constexpr auto type = SpoolEvent::device;
};
template <>
struct SpoolEventOf<SpoolModule> {
    static constexpr auto type = SpoolEvent::module;
};
template <>
struct SpoolEventOf<SpoolBuffer> {
    static constexpr auto type = SpoolEvent::buffer;
};
template <>
struct SpoolEventOf<SpoolBufferName> {
    static constexpr auto type = SpoolEvent::buffer_name;
};
template <>
struct SpoolEventOf<SpoolBufferEnd> {
    static constexpr auto type = SpoolEvent::buffer_end;
};
template <>
struct SpoolEventOf<SpoolTable> {
    static constexpr auto type = SpoolEvent::table;
};
template <>
struct SpoolEventOf<SpoolLaunch> {
    static constexpr auto type = SpoolEvent::launch;
};
template <>
struct SpoolEventOf<SpoolBegunLaunch> {
    static constexpr auto type = SpoolEvent::begun_launch;
};
template <>
struct SpoolEventOf<SpoolNoBegunLaunches> {
    static constexpr auto type = SpoolEvent::no_begun_launches;
};
template <>
struct SpoolEventOf<SpoolRecords> {
    static constexpr auto type = SpoolEvent::records;
};
template <>
struct SpoolEventOf<SpoolLost> {
    static constexpr auto type = SpoolEvent::lost;
};
template <>
struct SpoolEventOf<SpoolLayers> {
    static constexpr auto type = SpoolEvent::layers;
};
template <>
struct SpoolEventOf<SpoolMiscount> {
    static constexpr auto type = SpoolEvent::miscount;
};
template <>
struct SpoolEventOf<SpoolTraversal> {
    static constexpr auto type = SpoolEvent::traversal;
};
template <>
struct SpoolEventOf<SpoolLeftOut> {
    static constexpr auto type = SpoolEvent::left_out;
};
template <>
struct SpoolEventOf<SpoolBuild> {
    static constexpr auto type = SpoolEvent::build;
};
template <>
struct SpoolEventOf<SpoolStructureCopy> {
    static constexpr auto type = SpoolEvent::structure_copy;
};
template <>
struct SpoolEventOf<SpoolContents> {
    static constexpr auto type = SpoolEvent::contents;
};
template <>
struct SpoolEventOf<SpoolNote> {
    static constexpr auto type = SpoolEvent::note;
};
template <>
struct SpoolEventOf<SpoolEnd> {
    static constexpr auto type = SpoolEvent::end;
};

} // namespace hitmap::capture
