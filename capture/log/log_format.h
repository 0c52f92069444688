#pragma once

#include <cstdint>

/// The log in device memory: what the code that is added to shaders writes, and the host reads.
///
/// The log begins with a header of log_header_bytes. The records follow, each in whole units of 8 bytes. A
/// subgroup writes one record for each site that it executes. Its first active lane reserves the units of the
/// record by one atomic addition to `used`.
///
/// A record has these units, in this order; the lower half of a unit is written (low, high):
///
///   (first word, mask of lanes 0..31)
///   (subgroup number, mask of lanes 32..63)
///   (mask of lanes 64..95, mask of lanes 96..127)     only with record_wide
///   clock                                             only with record_clock, of the lowest lane
///   (dispatch, subgroup size)                         only in a record of Payload::begin
///   (work group x, work group y)                      only in a record of Payload::begin; of a draw: (its
///   number, 0) (work group z, core)                              only in a record of Payload::begin the
///   payload of each active lane, without gaps, padded to whole units
///
/// Every entry point begins with a record of Payload::begin. Its position in the log, in units, is the
/// subgroup number that all later records of these lanes have. Since `used` only grows, a log that still has
/// room for a record has the begin record of its subgroup, too.
namespace hitmap::capture {

/// Where the words of the header are, in bytes from the start of the log. The log is aligned to 64 bytes.
enum LogHeader : std::uint32_t {
    /// 64 bits: units reserved so far; more than the capacity: records were lost. Without 64-bit atomics, the
    /// low word
    /// counts units and the high word counts how often bit 31 of the low word changed.
    log_used = 0,
    log_drained = 8,      ///< 32 bits: units that the host has taken (with InstrumentOptions::wait_when_full)
    log_dispatch = 64,    ///< 32 bits: number of the running dispatch or draw
    log_enabled = 68,     ///< 32 bits: 0: nothing is recorded; read when an entry point begins
    log_first_group = 72, ///< 32 bits: the first linear work group that is recorded
    log_last_group = 76,  ///< 32 bits: the linear work group behind the last that is recorded
    log_capacity = 80,    ///< 32 bits: units behind the header; with wait_when_full a power of two
    log_header_bytes = 128,
};
constexpr std::uint32_t log_unit_bytes = 8;

/// The greatest capacity in units. Positions have 32 bits, and the last ones mark what does not fit.
constexpr std::uint32_t max_log_capacity = 0xffff0000;

/// The number of a subgroup whose lanes record nothing.
constexpr std::uint32_t no_subgroup = 0xffffffff;
/// The core of a begin record if the shader cannot read it.
constexpr std::uint32_t no_core = 0xffffffff;

/// What a record holds for each active lane.
enum class Payload : std::uint32_t {
    none = 0,           ///< nothing: a basic block
    begin = 1,          ///< u32: what the lane works on, see InvocationKind
    offset = 2,         ///< u32: bytes from the start of the descriptor, or element of a texel buffer
    indexed_offset = 3, ///< u32: the same; u32: index in the array of descriptors
    address = 4,        ///< u64: device address
    coordinates = 5,    ///< u32 x, y, z or layer; u32: index in the array of descriptors
    ray = 6,            ///< twelve u32, see RayWord
    hit = 7,            ///< six u32, see HitWord
};

/// The words of a lane of Payload::ray. Floats are their bits.
enum RayWord : std::uint32_t {
    ray_origin = 0,    ///< f32 x, y, z
    ray_tmin = 3,      ///< f32
    ray_direction = 4, ///< f32 x, y, z
    ray_tmax = 7,      ///< f32
    ray_flags = 8,     ///< bits of SPIR-V's Ray Flags
    ray_mask = 9,      ///< cull mask, of which the low 8 bits count
    /// u64, low word first: the device address of the acceleration structure, or the index in the array of
    /// descriptors that it comes from (RaySite::structure)
    ray_structure = 10,
    ray_words = 12,
};

/// The words of a lane of Payload::hit.
enum HitWord : std::uint32_t {
    hit_shape = 0, ///< 0: a triangle, 1: a box
    hit_instance = 1,
    hit_geometry = 2,
    hit_primitive = 3,
    hit_distance = 4, ///< f32, not a number where the driver does not know it
    hit_kind = 5,     ///< as the shader reports it; 0 from ray queries
    hit_words = 6,
};

/// The first word of a record: bits 0 to 25 are the number of the site, 26 to 28 the payload. It is never 0,
/// so that a reserved record that was not written is noticed if the log was zero before.
enum RecordBits : std::uint32_t {
    record_site_bits = 26,
    record_payload_shift = 26,
    record_clock = 1U << 29,
    record_wide = 1U << 30,
    record_written = 1U << 31,
};
constexpr std::uint32_t record_site_mask = (1U << record_site_bits) - 1;

/// Bytes of the payload of one lane.
constexpr std::uint32_t lane_bytes(Payload payload) {
    switch (payload) {
    case Payload::begin:
    case Payload::offset:
        return 4;
    case Payload::indexed_offset:
    case Payload::address:
        return 8;
    case Payload::coordinates:
        return 16;
    case Payload::ray:
        return 4 * ray_words;
    case Payload::hit:
        return 4 * hit_words;
    case Payload::none:
        break;
    }
    return 0;
}

/// Units of a record before the payload of its lanes.
constexpr std::uint32_t record_head_units(std::uint32_t first_word) {
    const auto payload = static_cast<Payload>(first_word >> record_payload_shift & 7);
    return 2U + ((first_word & record_wide) != 0 ? 1U : 0U) + ((first_word & record_clock) != 0 ? 1U : 0U) +
           (payload == Payload::begin ? 3U : 0U);
}

/// Units of a record. @param lanes  number of active lanes
constexpr std::uint32_t record_units(std::uint32_t first_word, std::uint32_t lanes) {
    const auto payload = static_cast<Payload>(first_word >> record_payload_shift & 7);
    return record_head_units(first_word) +
           (lanes * lane_bytes(payload) + log_unit_bytes - 1) / log_unit_bytes;
}

} // namespace hitmap::capture
