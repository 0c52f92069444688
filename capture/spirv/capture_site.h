#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "capture/log/log_format.h"

namespace hitmap::capture {

/// An index that does not exist.
constexpr std::uint32_t no_index = 0xffffffff;

enum class SiteKind { begin, access, block, ray };

/// What a site number stands for.
struct Site {
    SiteKind kind;
    std::uint32_t index; ///< in InstrumentedModule: of entry_points, accesses, blocks or rays
};

/// A place in the source, from OpLine or DebugLine.
struct SourceLocation {
    std::uint32_t source = no_index; ///< index in InstrumentedModule::sources
    std::uint32_t line = 0;          ///< from 1; 0: unknown
    std::uint32_t column = 0;        ///< from 1; 0: unknown

    bool operator==(const SourceLocation&) const = default;
};

/// Where a function was inlined, from DebugInlinedAt.
struct InlinedAt {
    std::string function; ///< the function that contains the call
    SourceLocation call;  ///< without column
};

struct SourceText {
    std::string name;
    std::string text; ///< empty if the module does not contain it
};

enum class Operation { load, store, atomic };

enum class Resource {
    storage_buffer,
    uniform_buffer,
    device_address,
    texel_buffer,
    image,
    acceleration_structure,
};

/// Bytes that an access touches, relative to its offset or address. No piece has more than 16 bytes, except
/// that of an atomic.
struct Piece {
    std::uint32_t offset;
    std::uint32_t bytes;

    bool operator==(const Piece&) const = default;
};

/// One instruction that accesses memory.
struct Access {
    Operation operation = Operation::load;
    Resource resource = Resource::storage_buffer;
    Payload payload = Payload::offset;
    std::uint32_t binding = no_index; ///< index in InstrumentedModule::bindings
    /// The constant index in an array of descriptors, 0 without array. no_index: the lanes' payload has it.
    std::uint32_t array_index = 0;
    /// A load of an aggregate has several pieces. Empty for images, and for texel buffers, whose view has the
    /// bytes.
    std::vector<Piece> pieces;
    std::uint32_t bytes = 0;        ///< sum of the pieces
    std::uint32_t texel_bytes = 0;  ///< of the image format in the shader; 0: the view's format decides
    bool float_coordinates = false; ///< the coordinates are floats, not integers (sampled images)
    std::string path;               ///< from the binding, for example "nodes[].box.lower"
    std::string function;
    SourceLocation location;
    std::vector<InlinedAt> inlined_at; ///< from the inside to the outside
    std::uint32_t word = 0;            ///< position of the instruction in the original module, in words
};

/// What a record says of the rays of its lanes.
enum class RayEvent {
    traced,    ///< Payload::ray: they are about to be traced
    candidate, ///< Payload::hit: the traversal shows an element that the program accepts or not
    committed, ///< Payload::hit: what the last rays of the lanes hit
    missed,    ///< Payload::none: the last rays of the lanes hit nothing
    reported,  ///< Payload::hit: an intersection shader reports a hit
};

/// How a ray names its acceleration structure.
enum class StructureName {
    unknown,    ///< not at all: RayWord::ray_structure is 0
    address,    ///< ray_structure is its device address
    descriptor, ///< the descriptor at RaySite::array_index, or, if that is no_index, at ray_structure
};

/// One place in a shader that says something of rays.
struct RaySite {
    RayEvent event = RayEvent::traced;
    Payload payload = Payload::ray;
    StructureName structure = StructureName::unknown;
    std::uint32_t binding = no_index; ///< of the descriptor: index in InstrumentedModule::bindings
    std::uint32_t array_index = 0;
    std::string stage; ///< such as "compute" or "ray generation"
    std::string function;
    SourceLocation location;
    std::uint32_t word = 0; ///< position of the instruction in the original module, in words
};

/// How control comes to a basic block.
enum class BlockEntry { kernel, function, branch, after_branch, loop_iteration, after_loop };

struct BasicBlock {
    BlockEntry entry = BlockEntry::branch;
    std::uint32_t instructions = 0; ///< of the original block, without debug information
    std::string function;
    SourceLocation location;
    std::uint32_t word = 0;
};

/// What the 32 bits of each lane in a begin record are.
enum class InvocationKind {
    local_index,  ///< LocalInvocationIndex (compute, task, mesh)
    pixel,        ///< x in bits 0..15, y in bits 16..31 (fragment)
    vertex_index, ///< VertexIndex
    launch_index, ///< LaunchId as one number: x + width * (y + height * z) of the LaunchSize (ray tracing)
    none,         ///< 0
};

struct EntryPoint {
    std::string name;
    std::uint32_t execution_model; ///< of SPIR-V
    InvocationKind invocation;
    bool instrumented;
};

/// A member of a block, or of the structure of the elements of an array in it ("nodes[].box").
struct Member {
    std::string name;
    std::uint32_t offset;       ///< from the start of the block or element
    std::uint32_t bytes;        ///< 0: an array without constant length
    std::uint32_t array_stride; ///< 0: no array
    std::string type;           ///< such as "float[3]" or "float4"
};

/// A variable with a descriptor, or a structure behind device addresses.
struct Binding {
    Resource resource = Resource::storage_buffer;
    std::string name; ///< OpName of the variable, else of its type
    std::uint32_t set = 0;
    std::uint32_t binding = 0;
    std::uint32_t array_length = 1; ///< descriptors; 0: not constant
    /// Distance and bytes of the elements of the array that the block ends with or consists of; 0: no array
    std::uint32_t stride = 0;
    std::uint32_t element_bytes = 0;
    std::uint32_t first_element = 0; ///< offset of the array's first element
    std::vector<Member> members;
};

struct LeftOut {
    std::string what;   ///< such as "OpLoad in main at a.comp:12", or "the module"
    std::string reason; ///< one sentence
};

} // namespace hitmap::capture
