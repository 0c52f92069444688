/* Records the memory requests of a ray tracer in a file that Hitmap can open (.hmt). This is a single header
 * for C99 and C++ without dependencies, so that a program can copy it. Exactly one source file must define
 * HITMAP_RECORDER_IMPLEMENTATION before it includes the header. docs/recorder.md shows how to use it;
 * docs/trace-format.md describes the file. Chunks are not compressed, which would need zlib, and
 * requests are coded with the simplest prediction of the format.
 *
 * MIT License. Copyright (c) 2026 The Hitmap developers
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
 * associated documentation files (the "Software"), to deal in the Software without restriction, including
 * without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
 * copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the
 * following conditions: The above copyright notice and this permission notice shall be included in all copies
 * or substantial portions of the Software. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND,
 * EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A
 * PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR
 * ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
 * OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE. */
#ifndef HITMAP_RECORDER_H
#define HITMAP_RECORDER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hmt_recorder hmt_recorder;

/* Contents of a buffer. */
enum hmt_role {
    HMT_FRAMEBUFFER = 0,
    HMT_NODES = 1,
    HMT_BOXES = 2,
    HMT_FACES = 3,
    HMT_VERTICES = 4,
    HMT_VERTEX_ATTRIBUTES = 5,
    HMT_STACK = 6,
    HMT_OTHER = 7,
    /* Elements of a further kind, by its number in the table of kinds of the program that reads the recording
     * (docs/trace-format.md). Programs that do not know the kind refuse the recording. */
    HMT_KIND_3 = 8,
    HMT_KIND_4 = 9,
    HMT_KIND_5 = 10,
    HMT_KIND_6 = 11,
    HMT_KIND_7 = 12
};
enum hmt_space { HMT_GLOBAL = 0, HMT_LOCAL = 1, HMT_SHARED = 2 };
enum hmt_operation { HMT_LOAD = 0, HMT_STORE = 1, HMT_ATOMIC = 2 };
enum hmt_origin { HMT_RECORDED = 0, HMT_DERIVED = 1, HMT_ASSUMED = 2 };

typedef struct hmt_allocation {
    const char* name;
    enum hmt_role role;
    enum hmt_space space;
    uint64_t address; /* address of the first byte; for HMT_LOCAL the offset in the memory of a lane */
    uint64_t bytes;
    uint32_t stride;        /* distance between two elements in bytes; 0: no elements */
    uint32_t element_bytes; /* size of one element, <= stride */
} hmt_allocation;

typedef struct hmt_instruction {
    enum hmt_operation operation;
    enum hmt_space space;
    uint16_t bytes_per_lane; /* <= 32 */
    const char* function;    /* may be null, like file */
    const char* file;
    uint32_t line; /* from 1; 0: unknown */
    uint32_t column;
} hmt_instruction;

/* How lanes come to a basic block. */
enum hmt_entry {
    HMT_KERNEL = 0,         /* the beginning of the kernel */
    HMT_FUNCTION = 1,       /* the beginning of a function, by a call */
    HMT_IF_TAKEN = 2,       /* the body of an if */
    HMT_AFTER_IF = 3,       /* behind an if */
    HMT_LOOP_ITERATION = 4, /* the body of a loop, once for each iteration */
    HMT_AFTER_LOOP = 5,     /* behind a loop */
    HMT_AFTER_CALL = 6,     /* behind the call of a function */
    HMT_AFTER_EXIT = 7      /* behind a return or break of some lanes, for those that stay */
};

/* Instructions that the active lanes of a warp execute one after the other. */
typedef struct hmt_block {
    enum hmt_entry entry;
    uint32_t instructions; /* <= 2^20 */
    const char* function;  /* may be null, like file */
    const char* file;
    uint32_t line; /* from 1; 0: unknown */
    uint32_t column;
} hmt_block;

typedef struct hmt_camera {
    float position[3];
    float forward[3];
    float up[3];
    float fov_y_degrees; /* full vertical opening angle */
} hmt_camera;

/* The arrays have the order of the buffers that requests access. An array may only be null if its comment
 * says so. */
typedef struct hmt_scene {
    uint32_t width; /* size of the framebuffer; row 0 is at the top */
    uint32_t height;
    const hmt_camera* cameras;
    size_t camera_count;
    const float* vertices; /* x y z */
    uint64_t vertex_count;
    const uint32_t* faces; /* three vertices each; 0 0 0 for padding slots */
    uint64_t face_count;
    const int32_t* face_sources; /* [face_count] face of the mesh; -1: padding; null: the slot's number */
    const float* normals;        /* x y z; null: no normals */
    uint64_t normal_count;
    const uint32_t* normal_faces; /* [face_count] three normals each; null if normals is null */
    const float* boxes;           /* lower x y z, upper x y z */
    uint64_t box_count;
    const int32_t* box_parents; /* [box_count] parent box; -1: none; null: unknown */
    const uint16_t* box_levels; /* [box_count] level in the tree; 0 without a parent; null: unknown */
    const int32_t* box_sources; /* [box_count] box of the tree; null: the slot's number */
} hmt_scene;

/* Elements of a further kind whose corners are vertices of the scene, in the order of the buffers with their
 * role. */
typedef struct hmt_primitives {
    uint32_t kind;           /* 3 for buffers of HMT_KIND_3, and so on */
    uint32_t corners_each;   /* of an element: as the reader's table of kinds says */
    const uint32_t* corners; /* corners_each vertices for each element */
    uint64_t count;          /* of elements */
    const int32_t* sources;  /* [count] element of the mesh; -1: padding; null: the element's number */
} hmt_primitives;

/* The faces of one geometry of one instance, in a scene that was built for hardware ray tracing: face
 * first_face + i is primitive i of the geometry. Flags and mask are those of Vulkan. */
typedef struct hmt_instance_faces {
    uint32_t instance; /* its place in the top-level acceleration structure */
    uint32_t geometry; /* its place in the bottom-level acceleration structure */
    uint32_t custom_index;
    uint32_t first_face;
    uint32_t faces;
    uint8_t mask; /* of the instance */
    uint8_t instance_flags;
    uint8_t geometry_flags;
    uint8_t mirrors; /* 1: the transform of the instance turns left into right; else 0 */
} hmt_instance_faces;

typedef struct hmt_launch {
    const char* kernel;
    uint32_t grid[3];      /* blocks */
    uint32_t block[3];     /* threads */
    uint32_t local_bytes;  /* per thread */
    uint32_t shared_bytes; /* per block */
} hmt_launch;

/* One memory instruction executed by one warp, which is up to 32 lanes that run together. */
typedef struct hmt_request {
    uint32_t launch; /* number of the launch, from 0 */
    uint32_t sm;     /* number of the SM; of the core in a tracer for CPUs */
    uint32_t warp;   /* number of the warp in its launch; numbers are consecutive */
    uint32_t slot;   /* warp slot of its SM that the warp occupies */
    uint32_t instruction;
    uint32_t mask;        /* bit l: lane l is active; not 0 */
    uint64_t address[32]; /* [lanes] addresses of inactive lanes are not read */
} hmt_request;

/* The same for a warp of 33 to 64 lanes, such as a wave of 64 of AMD. */
typedef struct hmt_wide_request {
    uint32_t launch;
    uint32_t sm;
    uint32_t warp; /* number of the wide warp in its launch, from 0 */
    uint32_t slot; /* place of the wide warp on its SM */
    uint32_t instruction;
    uint64_t mask; /* bit l: lane l is active; not 0 */
    uint64_t address[64];
} hmt_wide_request;

/* An execution event: one warp began to execute a basic block. */
typedef struct hmt_execution {
    uint32_t launch; /* number of the launch, from 0 */
    uint32_t sm;
    uint32_t warp; /* number of the warp in its launch */
    uint32_t slot; /* warp slot of its SM, which the warp keeps until it ends */
    uint32_t block;
    uint32_t mask; /* bit l: lane l executes the block; not 0 */
} hmt_execution;

/* What happens to rays of a warp at a place of the program. */
enum hmt_ray_event {
    HMT_RAY_TRACED = 0,    /* lanes begin to trace rays */
    HMT_RAY_CANDIDATE = 1, /* the traversal showed lanes an element that the program must judge */
    HMT_RAY_COMMITTED = 2, /* the hits that the last rays of lanes ended with */
    HMT_RAY_MISSED = 3,    /* the last rays of lanes ended without a hit */
    HMT_RAY_REPORTED = 4   /* an intersection shader reported hits */
};

typedef struct hmt_ray_place {
    enum hmt_ray_event event;
    const char* stage; /* such as "compute" or "ray generation"; may be null, like function and file */
    const char* function;
    const char* file;
    uint32_t line; /* from 1; 0: unknown */
    uint32_t column;
} hmt_ray_place;

/* Which lanes of a warp have a ray event. */
typedef struct hmt_ray_lanes {
    uint32_t launch; /* number of the launch, from 0 */
    uint32_t sm;
    uint32_t warp; /* number of the warp in its launch */
    uint32_t slot; /* warp slot of its SM, which the warp keeps until it ends */
    uint32_t place;
    uint32_t mask; /* bit l: the event is one of lane l; not 0 */
} hmt_ray_lanes;

/* A ray as the program gave it. Any bits are recorded, also those of NaN and infinities. */
typedef struct hmt_ray {
    float origin[3];
    float tmin;
    float direction[3];
    float tmax;
    uint32_t flags;     /* bits of SPIR-V's Ray Flags */
    uint32_t mask;      /* cull mask, of which the low 8 bits count */
    uint64_t structure; /* device address of the acceleration structure; 0: unknown */
} hmt_ray;

enum hmt_hit_shape { HMT_TRIANGLE = 0, HMT_BOX = 1 };

typedef struct hmt_ray_hit {
    uint32_t shape; /* enum hmt_hit_shape */
    uint32_t instance;
    uint32_t geometry;
    uint32_t primitive;
    float t; /* NaN for a candidate box, whose t is not known */
} hmt_ray_hit;

/* The work of a lane until its next tag. */
typedef struct hmt_tag {
    uint32_t work_item; /* pixel, y * width + x */
    uint32_t sample;
    uint8_t ray_kind; /* 0 primary, 1 shadow, 2 ambient occlusion, 3 path */
    uint8_t bounce;
    uint16_t instance;
} hmt_tag;

/* All functions that return int return 0, or -1 if they failed. After a failure hmt_error() returns the
 * reason, and all later calls fail as well. Only one thread at a time may use a recorder.
 *
 * hmt_open() creates PATH.part, which hmt_close() renames to PATH. If another recorder is writing that file,
 * it creates PATH.2.part and so on. This needs flock(); on systems without it, only one recorder at a time
 * may write to a path. A part that a program left behind is removed. A symbolic link is followed, except
 * in the strict modes of C (-std=c99). A device or a pipe is written directly. Returns null if there is not
 * enough memory; the next call reports all other errors. */
hmt_recorder* hmt_open(const char* path);

/* These functions describe the recording. Call them before the first launch, in any order. Strings are
 * copied. They are in UTF-8; other bytes are recorded as the four characters \xHH. */
int hmt_set_producer(hmt_recorder* recorder, const char* program, const char* scene_name);
/* sm_count and warp_slots_per_sm (resident warps of an SM) are 0 if they are unknown. */
int hmt_set_device(hmt_recorder* recorder, const char* name, uint32_t sm_count, uint32_t warp_slots_per_sm);
/* States how many lanes a warp has, 1 to 32, or 64. Without this call it is 32. Masks have no other lanes.
 * A recording has warps of at most 32 lanes: with 64, each warp w is recorded as two, 2 w with the lanes 0 to
 * 31 and 2 w + 1 with the lanes 32 to 63, in the warp slots 2 s and 2 s + 1, and the recording says so. Then
 * add requests, tags and events by hmt_add_wide_...(). Blocks should have a multiple of 64 threads,
 * and warp_slots_per_sm counts the warps of 32 lanes. */
int hmt_set_warp_size(hmt_recorder* recorder, uint32_t lanes);
int hmt_add_option(hmt_recorder* recorder, const char* name, const char* value);
/* States whether a field was recorded, derived or assumed. field: "sm", "warp", "order", "allocations",
 * "instructions", "basic blocks", "scene" or "lane tags". */
int hmt_add_origin(hmt_recorder* recorder, const char* field, enum hmt_origin origin);
int hmt_add_allocation(hmt_recorder* recorder, const hmt_allocation* allocation);
/* Adds an allocation that exists from one request to another one, which is not included. Allocations of
 * different times may have the same addresses. */
int hmt_add_allocation_between(hmt_recorder* recorder, const hmt_allocation* allocation,
                               uint64_t first_request, uint64_t last_request);
/* Instructions are numbered from 0 in the order of these calls. */
int hmt_add_instruction(hmt_recorder* recorder, const hmt_instruction* instruction);
int hmt_add_source(hmt_recorder* recorder, const char* file, const char* text);
/* Basic blocks are numbered from 0 in the order of these calls. */
int hmt_add_block(hmt_recorder* recorder, const hmt_block* block);
/* Places of ray events are numbered from 0 in the order of these calls. */
int hmt_add_ray_place(hmt_recorder* recorder, const hmt_ray_place* place);
/* The first hmt_begin_launch() reads the arrays. They must stay valid until then. */
int hmt_set_scene(hmt_recorder* recorder, const hmt_scene* scene);
/* Adds the elements of a further kind to the scene, once for each kind. The arrays must stay valid as those
 * of the scene. */
int hmt_add_primitives(hmt_recorder* recorder, const hmt_primitives* primitives);
/* States which faces of the scene an instance has: in rising order of instances, of their geometries, and of
 * faces. */
int hmt_add_instance_faces(hmt_recorder* recorder, const hmt_instance_faces* faces);

/* What an allocation holds before the first launch: as many bytes as it has. Allocations are numbered from 0
 * in the order in which they were added. Call this after the functions above, which must not be called
 * afterwards, and before the first launch. */
int hmt_add_contents(hmt_recorder* recorder, uint32_t allocation, const void* contents);

/* These functions record launches and requests. Add the requests of a launch after its begin, in the order
 * in which memory received them. Launches that run at the same time may have theirs in turn. */
int hmt_begin_launch(hmt_recorder* recorder, const hmt_launch* launch);
int hmt_add_request(hmt_recorder* recorder, const hmt_request* request);
/* From the next request on, the lanes of the mask work on tags[0], tags[1], ..., lowest lane first. */
int hmt_add_tags(hmt_recorder* recorder, uint32_t launch, uint32_t warp, uint32_t mask, const hmt_tag* tags);
/* Adds an execution event before the next request. Events are optional; a recording that has some has those
 * of every block that a warp executes, in the order in which it does. */
int hmt_add_execution(hmt_recorder* recorder, const hmt_execution* execution);
/* Adds a ray event before the next request: rays[i] is that of the i-th active lane, the lowest lane first.
 * The place must be one of HMT_RAY_TRACED. Ray events are optional. */
int hmt_add_ray(hmt_recorder* recorder, const hmt_ray_lanes* lanes, const hmt_ray* rays);
/* The same for the other places. hits is not read for HMT_RAY_MISSED, and may then be null. */
int hmt_add_ray_hit(hmt_recorder* recorder, const hmt_ray_lanes* lanes, const hmt_ray_hit* hits);

/* The same for warps of 64 lanes. The halves are added one after the other, the lower lanes first; a half
 * without an active lane is left out. An event is
 * that of the whole warp, with its mask in `mask`; its rays or hits are those of all active lanes. */
int hmt_add_wide_request(hmt_recorder* recorder, const hmt_wide_request* request);
int hmt_add_wide_tags(hmt_recorder* recorder, uint32_t launch, uint32_t warp, uint64_t mask,
                      const hmt_tag* tags);
int hmt_add_wide_execution(hmt_recorder* recorder, const hmt_execution* execution, uint64_t mask);
int hmt_add_wide_ray(hmt_recorder* recorder, const hmt_ray_lanes* lanes, uint64_t mask, const hmt_ray* rays);
int hmt_add_wide_ray_hit(hmt_recorder* recorder, const hmt_ray_lanes* lanes, uint64_t mask,
                         const hmt_ray_hit* hits);

int hmt_close(hmt_recorder* recorder);
/* Returns an empty text if nothing failed. The text is valid until hmt_free(). */
const char* hmt_error(const hmt_recorder* recorder);
/* Frees the recorder. Removes the file unless hmt_close() succeeded. The recorder may be null. */
void hmt_free(hmt_recorder* recorder);

#ifdef __cplusplus
}
#endif

#ifdef HITMAP_RECORDER_IMPLEMENTATION

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__unix__) || defined(__APPLE__)
#define HMTP_LOCKS
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HMTP_WRITERS = 100,  /* maximum number of recorders that write to one path */
    HMTP_PART_NAME = 24, /* space for ".NUMBER.part" and the terminating 0 */
    HMTP_BLOCK_REQUESTS = 1 << 17,
    HMTP_WARPS = 1 << 14, /* maximum number of different warps in a block; a limit of the format */
    HMTP_HASH = 1 << 15,
    HMTP_CHUNK_TAGS = 1 << 17,
    HMTP_PART_ITEMS = 1 << 16,
    HMTP_ELEMENT_ACCESSES = 256, /* maximum in a request; a limit of the format */
    HMTP_KINDS = 8,              /* maximum number of kinds of elements */
    HMTP_COUNTED_KINDS = 3,      /* boxes, faces and pixels, whose numbers every recording has */
    HMTP_TAG_COLUMNS = 9,
    HMTP_CHUNK_EVENTS = 1 << 17,
    HMTP_CHUNK_RAY_EVENTS = 1 << 16, /* limits of the format */
    HMTP_CHUNK_RAY_LANES = 1 << 18,
    HMTP_RAY_KINDS = 5
};

typedef struct hmtp_buffer {
    uint8_t* data;
    size_t size;
    size_t capacity;
} hmtp_buffer;

enum {
    HMTP_PRODUCER,
    HMTP_OPTIONS,
    HMTP_DEVICE,
    HMTP_ORIGINS,
    HMTP_ALLOCATIONS,
    HMTP_INSTRUCTIONS,
    HMTP_SOURCES,
    HMTP_TABLES
};
enum {
    HMTP_EVENT_REQUESTS,
    HMTP_EVENT_WARPS,
    HMTP_EVENT_IDENTITIES,
    HMTP_EVENT_ROWS,
    HMTP_EVENT_MASKS,
    HMTP_EVENT_MASK_BYTES,
    HMTP_EVENT_COLUMNS
};
/* Columns of ray events behind these. Floats have three: lengths, first bytes, further bytes. */
enum {
    HMTP_RAY_PREDICTIONS = HMTP_EVENT_COLUMNS,
    HMTP_RAY_ORIGINS,
    HMTP_RAY_DIRECTIONS = HMTP_RAY_ORIGINS + 3,
    HMTP_RAY_AXES = HMTP_RAY_DIRECTIONS + 3,
    HMTP_RAY_DISTANCES,
    HMTP_RAY_FLAGS = HMTP_RAY_DISTANCES + 3,
    HMTP_RAY_MASKS,
    HMTP_RAY_STRUCTURES,
    HMTP_HIT_DISTANCES,
    HMTP_HIT_SHAPES = HMTP_HIT_DISTANCES + 3,
    HMTP_HIT_INSTANCES,
    HMTP_HIT_GEOMETRIES,
    HMTP_HIT_PRIMITIVES,
    HMTP_RAY_COLUMNS
};
typedef struct hmtp_identity {
    uint32_t launch, sm, warp, slot;
} hmtp_identity;

/* Events that wait to be written. */
typedef struct hmtp_events {
    const char* what;  /* "execution event" */
    const char* row;   /* "a basic block" */
    const char* chunk; /* type of the chunk */
    hmtp_buffer columns[HMTP_RAY_COLUMNS];
    int column_count;
    uint32_t count;
    uint64_t first, last;   /* requests before the first and the last event of the chunk */
    hmtp_identity identity; /* of the last event */
    uint32_t mask;
} hmtp_events;

/* What a place of rays has. */
typedef struct hmtp_ray_place {
    uint32_t event;
    hmt_ray ray; /* the last ray and hit of the chunk, at first zeros */
    hmt_ray_hit hit;
} hmtp_ray_place;

/* Rows of a table, as they are written to the file. */
typedef struct hmtp_table {
    hmtp_buffer rows;
    uint64_t count;
} hmtp_table;

/* The address range of the elements of one allocation. */
typedef struct hmtp_range {
    uint64_t begin;
    uint64_t last; /* inclusive */
    uint32_t stride;
    uint32_t kind; /* 0 box, 1 face, 2 pixel, 3 ...: the order in the head of a block */
} hmtp_range;

enum { HMTP_MASKS, HMTP_MASK_BYTES, HMTP_FLAGS, HMTP_CODES, HMTP_BASES, HMTP_DELTAS, HMTP_PIECES };
enum { HMTP_WARP_COLUMN, HMTP_IDENTITIES, HMTP_SYMBOLS, HMTP_ESCAPES, HMTP_COLUMNS };

/* State of one instruction in the current block. */
typedef struct hmtp_stream {
    hmtp_buffer pieces[HMTP_PIECES];
    uint32_t instruction;
    uint64_t reference; /* last address of the instruction */
    uint64_t step;
} hmtp_stream;

typedef struct hmtp_access {
    uint8_t operation;
    uint8_t space;
    uint16_t bytes;
    uint32_t planned; /* index of its stream in the block + 1; 0: not in the block yet */
} hmtp_access;

/* The requests of a launch: all are in [first, end). */
typedef struct hmtp_launch {
    uint64_t begun; /* request before which the launch began */
    uint64_t count;
    uint64_t first;
    uint64_t end;
} hmtp_launch;

struct hmt_recorder {
    char error[512];
    int failed;
    int described; /* the description was written */
    int closed;
    FILE* file;
    char* path;
    char* part;
    int has_part; /* a file with the name `part` exists and belongs to this recorder */
    int lock;     /* descriptor that locks the part against other recorders; -1: none */
    uint32_t crc_table[256];
    uint64_t offset;
    hmtp_table toc;

    hmtp_table tables[HMTP_TABLES];
    uint32_t sm_count;
    uint32_t warp_slots;
    uint32_t warp_size; /* 0: not set, which means 32 */
    int wide_warps;     /* the program has warps of 64 lanes */
    hmt_scene scene;
    int has_scene;
    hmt_primitives primitives[HMTP_KINDS]; /* by kind */
    hmtp_table instance_rows;
    uint64_t last_instance; /* and geometry */
    uint64_t instance_end;  /* of its faces */
    uint32_t kinds;         /* kinds whose numbers the recording has */
    hmtp_range* ranges;     /* sorted by address after the description */
    size_t range_count;
    hmtp_access* accesses;      /* [instructions] */
    uint64_t* allocation_bytes; /* [allocations] */
    uint8_t* has_contents;      /* [allocations], after the description */

    uint32_t launches;
    hmtp_launch* launch_requests; /* [launches] */
    uint32_t launch_capacity;
    uint64_t requests; /* requests of the whole recording so far */

    uint32_t block_requests;
    uint64_t block_lanes;
    uint64_t block_elements[HMTP_KINDS];
    hmtp_buffer columns[HMTP_COLUMNS];
    hmtp_stream* streams;
    uint32_t stream_count;
    uint32_t stream_capacity;
    hmtp_identity* warps; /* [HMTP_WARPS] */
    uint32_t* hash;       /* [HMTP_HASH] index in warps + 1; 0: empty */
    uint32_t warp_count;
    hmtp_buffer body;

    hmtp_buffer tag_columns[HMTP_TAG_COLUMNS];
    uint64_t tag_runs[HMTP_TAG_COLUMNS];
    hmtp_table blocks; /* basic blocks */
    hmtp_events executions;
    hmtp_table place_rows;  /* places of rays */
    hmtp_ray_place* places; /* [place_rows] */
    hmtp_events rays;
    uint32_t ray_lanes[HMTP_RAY_KINDS]; /* of the events in `rays`, by kind */

    uint32_t tag_count;
    uint64_t tag_request;
    uint32_t tag_launch, tag_warp, tag_lanes;
    hmt_tag last_tag;
};

static int hmtp_fail(hmt_recorder* r, const char* format, ...) {
    if (!r->failed) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(r->error, sizeof r->error, format, arguments);
        va_end(arguments);
        r->failed = 1;
    }
    return -1;
}

/* ---- bytes ---- */

static void* hmtp_grown(hmt_recorder* r, void* data, size_t count, size_t item_bytes) {
    void* grown = count > SIZE_MAX / item_bytes ? NULL : realloc(data, count * item_bytes);
    if (grown == NULL) hmtp_fail(r, "out of memory");
    return grown;
}

static void hmtp_raw(hmt_recorder* r, hmtp_buffer* out, const void* bytes, size_t count) {
    if (r->failed || count == 0) return;
    if (count > out->capacity - out->size) {
        const size_t capacity = 2 * out->capacity + count + 64;
        void* grown = hmtp_grown(r, out->data, capacity, 1);
        if (grown == NULL) return;
        out->data = (uint8_t*)grown;
        out->capacity = capacity;
    }
    memcpy(out->data + out->size, bytes, count);
    out->size += count;
}

static void hmtp_number(hmt_recorder* r, hmtp_buffer* out, uint64_t value, unsigned bytes) {
    uint8_t encoded[8];
    unsigned i;
    for (i = 0; i < bytes; ++i)
        encoded[i] = (uint8_t)(value >> (8 * i) & 0xff);
    hmtp_raw(r, out, encoded, bytes);
}

static void hmtp_float(hmt_recorder* r, hmtp_buffer* out, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    hmtp_number(r, out, bits, 4);
}

static void hmtp_varint(hmt_recorder* r, hmtp_buffer* out, uint64_t value) {
    uint8_t encoded[10];
    unsigned count = 0;
    for (; value >= 0x80; value >>= 7)
        encoded[count++] = (uint8_t)((value & 0x7f) | 0x80);
    encoded[count++] = (uint8_t)value;
    hmtp_raw(r, out, encoded, count);
}

/* Writes a difference modulo 2^64 as a zigzag varint. */
static void hmtp_zigzag(hmt_recorder* r, hmtp_buffer* out, uint64_t difference) {
    hmtp_varint(r, out, (difference << 1) ^ (0 - (difference >> 63)));
}

/* Returns the bytes of the character in UTF-8 that a text begins with; 0 if it begins with none. */
static size_t hmtp_character(const char* text) {
    static const uint32_t least[5] = {0, 0, 0x80, 0x800,
                                      0x10000}; /* [bytes] below it a shorter form exists */
    const unsigned char* bytes = (const unsigned char*)text;
    const size_t count = bytes[0] < 0x80 ? 1 : bytes[0] >= 0xf0 ? 4 : bytes[0] >= 0xe0 ? 3 : 2;
    uint32_t code = bytes[0];
    size_t i;
    if (count == 1) return 1;
    if (bytes[0] < 0xc2 || bytes[0] > 0xf4) return 0;
    code &= 0x7fU >> count;
    for (i = 1; i < count; ++i) {
        if ((bytes[i] & 0xc0U) != 0x80) return 0; /* also at the end of the text, which is a 0 */
        code = code << 6 | (bytes[i] & 0x3fU);
    }
    return code < least[count] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0 : count;
}

/* Writes a text; bytes that are not UTF-8 become \xHH. */
static void hmtp_string(hmt_recorder* r, hmtp_buffer* out, const char* text, size_t limit) {
    static const char digits[] = "0123456789abcdef";
    const char* at;
    size_t length = 0;
    if (text == NULL) text = "";
    for (at = text; *at != 0;) {
        const size_t bytes = hmtp_character(at);
        length += bytes == 0 ? 4 : bytes;
        at += bytes == 0 ? 1 : bytes;
    }
    if (length > limit) {
        hmtp_fail(r, "expected a text of at most %zu bytes, found %zu: '%.40s...'", limit, length, text);
        return;
    }
    hmtp_varint(r, out, length);
    for (at = text; *at != 0;) {
        const size_t bytes = hmtp_character(at);
        if (bytes == 0) {
            const unsigned char byte = (unsigned char)*at++;
            char escaped[4] = {'\\', 'x', 0, 0};
            escaped[2] = digits[byte >> 4];
            escaped[3] = digits[byte & 15];
            hmtp_raw(r, out, escaped, 4);
        } else {
            hmtp_raw(r, out, at, bytes);
            at += bytes;
        }
    }
}

static void hmtp_name(hmt_recorder* r, hmtp_buffer* out, const char* text) {
    hmtp_string(r, out, text, (size_t)1 << 16);
}

/* ---- the container ---- */

static uint32_t hmtp_crc(const hmt_recorder* r, uint32_t crc, const uint8_t* bytes, size_t count) {
    size_t i;
    crc = ~crc;
    for (i = 0; i < count; ++i)
        crc = r->crc_table[(crc ^ bytes[i]) & 0xff] ^ (crc >> 8);
    return ~crc;
}

static void hmtp_write(hmt_recorder* r, const void* bytes, size_t count) {
    if (r->failed || count == 0) return;
    if (fwrite(bytes, 1, count, r->file) != count) {
        hmtp_fail(r, "%s: cannot write: %s", r->part, strerror(errno));
        return;
    }
    r->offset += count;
}

static void hmtp_chunk(hmt_recorder* r, const char* type, unsigned flags, const hmtp_buffer* head,
                       const hmtp_buffer* body) {
    hmtp_buffer header = {NULL, 0, 0};
    const size_t head_bytes = head == NULL ? 0 : head->size;
    uint32_t crc = 0;
    if (body->size > (size_t)1 << 28)
        hmtp_fail(r, "expected a chunk of at most 2^28 bytes, found %zu", body->size);
    if (head != NULL) crc = hmtp_crc(r, crc, head->data, head->size);
    crc = hmtp_crc(r, crc, body->data, body->size);
    hmtp_raw(r, &header, type, 4);
    hmtp_number(r, &header, flags, 2);
    hmtp_number(r, &header, head_bytes, 2);
    hmtp_number(r, &header, head_bytes + body->size, 8);
    hmtp_number(r, &header, body->size, 8);
    hmtp_number(r, &header, crc, 4);
    hmtp_number(r, &header, hmtp_crc(r, 0, header.data, header.size), 4);
    hmtp_raw(r, &r->toc.rows, header.data, header.size);
    hmtp_write(r, header.data, header.size);
    if (head != NULL) {
        hmtp_raw(r, &r->toc.rows, head->data, head->size);
        hmtp_write(r, head->data, head->size);
    }
    hmtp_write(r, body->data, body->size);
    ++r->toc.count;
    free(header.data);
}

static void hmtp_contents(hmt_recorder* r) {
    hmtp_buffer body = {NULL, 0, 0};
    hmtp_buffer trailer = {NULL, 0, 0};
    const uint64_t at = r->offset;
    hmtp_varint(r, &body, r->toc.count);
    hmtp_raw(r, &body, r->toc.rows.data, r->toc.rows.size);
    hmtp_chunk(r, "TOC ", 0, NULL, &body);
    hmtp_number(r, &trailer, at, 8);
    hmtp_number(r, &trailer, r->offset + 24, 8);
    hmtp_number(r, &trailer, hmtp_crc(r, 0, trailer.data, trailer.size), 4);
    hmtp_raw(r, &trailer, "HMTE", 4);
    hmtp_write(r, trailer.data, trailer.size);
    free(body.data);
    free(trailer.data);
}

/* ---- the file ---- */

#ifdef HMTP_LOCKS
/* Opens and locks the part. Returns 1, 0 if another recorder has locked it, or -1 on errors. */
static int hmtp_lock(hmt_recorder* r) {
    struct stat opened, named;
    r->lock = open(r->part, O_WRONLY | O_CREAT, 0666);
    if (r->lock < 0) return -1;
    (void)fcntl(r->lock, F_SETFD, FD_CLOEXEC);
    if (flock(r->lock, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK) return 1; /* the file system has no locks */
    } else if (fstat(r->lock, &opened) == 0 && stat(r->part, &named) == 0 && opened.st_dev == named.st_dev &&
               opened.st_ino == named.st_ino) {
        /* Locked, and not renamed between open() and flock(). What an earlier program left behind may have
           further names, so that it is not written again. */
        if (opened.st_size == 0 && opened.st_nlink == 1) return 1;
        if (unlink(r->part) != 0) return -1;
        close(r->lock);
        r->lock = open(r->part, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (r->lock < 0) return errno == EEXIST ? 0 : -1;
        (void)fcntl(r->lock, F_SETFD, FD_CLOEXEC);
        if (flock(r->lock, LOCK_EX | LOCK_NB) == 0) return 1;
    }
    close(r->lock);
    r->lock = -1;
    return 0;
}
#endif

/* If a process ends without this call, the system releases the lock. */
static void hmtp_unlock(hmt_recorder* r) {
#ifdef HMTP_LOCKS
    if (r->lock >= 0) close(r->lock);
#endif
    r->lock = -1;
}

#if defined(HMTP_LOCKS) && (defined(__cplusplus) || !defined(__STRICT_ANSI__))
/* Replaces a path by the end of the links at it, which need not exist. Returns 0 if there is no memory. */
static int hmtp_follow_links(char** path) {
    int links;
    for (links = 0; links < 40; ++links) {
        char text[4096];
        const long length = (long)readlink(*path, text, sizeof text);
        const char* const name = strrchr(*path, '/');
        const size_t folder = length > 0 && text[0] != '/' && name != NULL ? (size_t)(name - *path) + 1 : 0;
        char* target;
        if (length <= 0 || length == (long)sizeof text) break; /* no link, or one that is too long */
        target = (char*)calloc(folder + (size_t)length + 1, 1);
        if (target == NULL) return 0;
        memcpy(target, *path, folder);
        memcpy(target + folder, text, (size_t)length);
        free(*path);
        *path = target;
    }
    return 1;
}
#else
static int hmtp_follow_links(char** path) {
    return *path != NULL;
}
#endif

/* A device or a pipe is written as it is: another file must not take its place. */
static int hmtp_is_special(const char* path) {
#ifdef HMTP_LOCKS
    struct stat found;
    return stat(path, &found) == 0 && !S_ISREG(found.st_mode) && !S_ISDIR(found.st_mode);
#else
    return path == NULL;
#endif
}

/* Opens the first of PATH.part, PATH.2.part, ... that no other recorder has locked. */
static void hmtp_open_part(hmt_recorder* r) {
    const size_t length = strlen(r->path);
    int number, taken = 0;
    if (hmtp_is_special(r->path)) {
        memcpy(r->part, r->path, length);
        r->file = fopen(r->part, "wb");
        if (r->file == NULL) hmtp_fail(r, "%s: cannot be written: %s", r->part, strerror(errno));
        return;
    }
    for (number = 1; number <= HMTP_WRITERS && taken == 0; ++number) {
        memcpy(r->part, r->path, length);
        if (number == 1)
            memcpy(r->part + length, ".part", 6);
        else
            snprintf(r->part + length, HMTP_PART_NAME, ".%d.part", number);
#ifdef HMTP_LOCKS
        taken = hmtp_lock(r);
#else
        taken = 1;
#endif
    }
    if (taken == 0) {
        hmtp_fail(r, "%s: cannot be written: %d others are writing it", r->path, HMTP_WRITERS);
        return;
    }
    if (taken > 0) r->file = fopen(r->part, "wb");
    if (r->file == NULL) hmtp_fail(r, "%s: cannot be written: %s", r->part, strerror(errno));
    r->has_part = r->file != NULL;
}

hmt_recorder* hmt_open(const char* path) {
    hmt_recorder* r = (hmt_recorder*)calloc(1, sizeof *r);
    size_t length = strlen(path);
    uint32_t i;
    if (r == NULL) return NULL;
    r->lock = -1;
    r->kinds = HMTP_COUNTED_KINDS;
    r->executions.what = "execution event";
    r->executions.row = "a basic block";
    r->executions.chunk = "EXEC";
    r->executions.column_count = HMTP_EVENT_COLUMNS;
    r->rays.what = "ray event";
    r->rays.row = "a place";
    r->rays.chunk = "RAYS";
    r->rays.column_count = HMTP_RAY_COLUMNS;
    for (i = 0; i < 256; ++i) {
        uint32_t value = i;
        int bit;
        for (bit = 0; bit < 8; ++bit)
            value = (value & 1) != 0 ? 0xedb88320U ^ (value >> 1) : value >> 1;
        r->crc_table[i] = value;
    }
    r->path = (char*)calloc(length + 1, 1);
    if (r->path != NULL) memcpy(r->path, path, length);
    if (r->path == NULL || !hmtp_follow_links(&r->path)) {
        hmt_free(r);
        return NULL;
    }
    length = strlen(r->path);
    r->part = (char*)calloc(length + HMTP_PART_NAME, 1);
    r->warps = (hmtp_identity*)calloc(HMTP_WARPS, sizeof *r->warps);
    r->hash = (uint32_t*)calloc(HMTP_HASH, sizeof *r->hash);
    if (r->part == NULL || r->warps == NULL || r->hash == NULL) {
        hmt_free(r);
        return NULL;
    }
    hmtp_open_part(r);
    return r;
}

const char* hmt_error(const hmt_recorder* r) {
    return r->error;
}

/* ---- the description ---- */

static int hmtp_described(hmt_recorder* r, const char* what) {
    if (r->failed) return -1;
    return r->described || r->closed ? hmtp_fail(r, "%s: expected before the first launch", what) : 0;
}

/* Counts another row of a table and returns the buffer for it; null if the table already has `limit` rows. */
static hmtp_buffer* hmtp_row(hmt_recorder* r, int table, uint64_t limit, const char* what) {
    if (hmtp_described(r, what) != 0) return NULL;
    if (r->tables[table].count == limit) {
        hmtp_fail(r, "%s: expected at most %" PRIu64 ", found another", what, limit);
        return NULL;
    }
    ++r->tables[table].count;
    return &r->tables[table].rows;
}

/* Checks a number of an enumeration, whose largest is `last`. */
static int hmtp_known(hmt_recorder* r, const char* what, long number, long last) {
    if (number >= 0 && number <= last) return 1;
    hmtp_fail(r, "expected %s from 0 to %ld, found %ld", what, last, number);
    return 0;
}

int hmt_set_producer(hmt_recorder* r, const char* program, const char* scene_name) {
    hmtp_buffer* out = hmtp_row(r, HMTP_PRODUCER, 1, "producer");
    if (out == NULL) return -1;
    hmtp_name(r, out, program);
    hmtp_name(r, out, scene_name);
    return -r->failed;
}

int hmt_set_device(hmt_recorder* r, const char* name, uint32_t sm_count, uint32_t warp_slots_per_sm) {
    hmtp_buffer* out = hmtp_row(r, HMTP_DEVICE, 1, "device");
    if (out == NULL) return -1;
    if (sm_count > 1U << 16 || warp_slots_per_sm > 1U << 16)
        return hmtp_fail(r, "device: expected at most 65536 SMs and warp slots, found %u and %u", sm_count,
                         warp_slots_per_sm);
    r->sm_count = sm_count;
    r->warp_slots = warp_slots_per_sm;
    hmtp_name(r, out, name);
    hmtp_varint(r, out, sm_count);
    hmtp_varint(r, out, warp_slots_per_sm);
    return -r->failed;
}

int hmt_set_warp_size(hmt_recorder* r, uint32_t lanes) {
    if (hmtp_described(r, "warp size") != 0) return -1;
    if ((lanes == 0 || lanes > 32) && lanes != 64)
        return hmtp_fail(r, "warp size: expected 1 to 32 or 64 lanes, found %u", lanes);
    r->wide_warps = lanes == 64;
    r->warp_size = lanes == 64 ? 32 : lanes;
    if (!r->wide_warps) return 0;
    return hmt_add_option(r, "import-warning", "warps of 64 lanes, each of which is recorded as two of 32");
}

int hmt_add_option(hmt_recorder* r, const char* name, const char* value) {
    hmtp_buffer* out = hmtp_row(r, HMTP_OPTIONS, 1 << 16, "options");
    if (out == NULL) return -1;
    hmtp_name(r, out, name);
    hmtp_name(r, out, value);
    return -r->failed;
}

int hmt_add_origin(hmt_recorder* r, const char* field, enum hmt_origin origin) {
    hmtp_buffer* out = hmtp_row(r, HMTP_ORIGINS, 1 << 16, "origins");
    if (out == NULL || !hmtp_known(r, "an origin", (long)origin, HMT_ASSUMED)) return -1;
    hmtp_name(r, out, field);
    hmtp_number(r, out, (uint64_t)origin, 1);
    return -r->failed;
}

int hmt_add_source(hmt_recorder* r, const char* file, const char* text) {
    hmtp_buffer* out = hmtp_row(r, HMTP_SOURCES, 1 << 16, "source texts");
    if (out == NULL) return -1;
    hmtp_name(r, out, file);
    hmtp_string(r, out, text, (size_t)1 << 26);
    return -r->failed;
}

/* The kind of the elements of a buffer that has some. */
static uint32_t hmtp_kind_of(enum hmt_role role) {
    if (role > HMT_OTHER) return (uint32_t)role - HMT_KIND_3 + HMTP_COUNTED_KINDS;
    return role == HMT_BOXES ? 0 : role == HMT_FACES ? 1 : 2;
}

static void hmtp_add_range(hmt_recorder* r, const hmt_allocation* a) {
    const uint64_t count = a->stride == 0 ? 0 : a->bytes / a->stride;
    const int has_elements =
        a->role == HMT_FRAMEBUFFER || a->role == HMT_BOXES || a->role == HMT_FACES || a->role > HMT_OTHER;
    const uint32_t kind = hmtp_kind_of(a->role);
    hmtp_range* range;
    if (has_elements && kind >= r->kinds) r->kinds = kind + 1;
    if (!has_elements || a->space != HMT_GLOBAL || count == 0) return;
    range = (hmtp_range*)hmtp_grown(r, r->ranges, r->range_count + 1, sizeof *r->ranges);
    if (range == NULL) return;
    r->ranges = range;
    range += r->range_count++;
    range->begin = a->address;
    range->last = a->address + (count * a->stride - 1);
    range->stride = a->stride;
    range->kind = kind;
}

int hmt_add_allocation(hmt_recorder* r, const hmt_allocation* a) {
    return hmt_add_allocation_between(r, a, 0, UINT64_MAX);
}

int hmt_add_allocation_between(hmt_recorder* r, const hmt_allocation* a, uint64_t first_request,
                               uint64_t last_request) {
    hmtp_buffer* out = hmtp_row(r, HMTP_ALLOCATIONS, 1 << 12, "allocations");
    if (out == NULL) return -1;
    if (a->bytes > UINT64_MAX - a->address)
        return hmtp_fail(r, "allocation '%.40s' reaches beyond the end of the address space", a->name);
    if (a->element_bytes > a->stride)
        return hmtp_fail(r, "allocation '%.40s': expected elements of at most %u bytes, found %u", a->name,
                         a->stride, a->element_bytes);
    if (!hmtp_known(r, "a role", (long)a->role, HMT_KIND_7) ||
        !hmtp_known(r, "a space", (long)a->space, HMT_SHARED))
        return -1;
    hmtp_add_range(r, a);
    hmtp_name(r, out, a->name);
    hmtp_number(r, out, (uint64_t)a->role, 1);
    hmtp_number(r, out, (uint64_t)a->space, 1);
    hmtp_varint(r, out, a->address);
    hmtp_varint(r, out, a->bytes);
    hmtp_varint(r, out, a->stride);
    hmtp_varint(r, out, a->element_bytes);
    hmtp_number(r, out, 0, 1); /* layout: elements are consecutive */
    hmtp_varint(r, out, first_request);
    hmtp_varint(r, out, last_request);
    if (!r->failed) {
        uint64_t* sizes = (uint64_t*)hmtp_grown(r, r->allocation_bytes,
                                                (size_t)r->tables[HMTP_ALLOCATIONS].count, sizeof *sizes);
        if (sizes == NULL) return -1;
        r->allocation_bytes = sizes;
        sizes[r->tables[HMTP_ALLOCATIONS].count - 1] = a->bytes;
    }
    return -r->failed;
}

int hmt_add_instruction(hmt_recorder* r, const hmt_instruction* i) {
    hmtp_buffer* out = hmtp_row(r, HMTP_INSTRUCTIONS, 1 << 16, "instructions");
    const uint64_t count = r->tables[HMTP_INSTRUCTIONS].count;
    hmtp_access* access;
    if (out == NULL) return -1;
    if (i->bytes_per_lane > 32)
        return hmtp_fail(r, "instruction %" PRIu64 ": expected at most 32 bytes per lane, found %u",
                         count - 1, (unsigned)i->bytes_per_lane);
    if (!hmtp_known(r, "an operation", (long)i->operation, HMT_ATOMIC) ||
        !hmtp_known(r, "a space", (long)i->space, HMT_SHARED))
        return -1;
    access = (hmtp_access*)hmtp_grown(r, r->accesses, (size_t)count, sizeof *r->accesses);
    if (access == NULL) return -1;
    r->accesses = access;
    access += count - 1;
    access->operation = (uint8_t)i->operation;
    access->space = (uint8_t)i->space;
    access->bytes = i->bytes_per_lane;
    access->planned = 0;
    hmtp_number(r, out, access->operation, 1);
    hmtp_number(r, out, access->space, 1);
    hmtp_number(r, out, i->bytes_per_lane, 2);
    hmtp_number(r, out, 0, 1); /* no cache operator */
    hmtp_name(r, out, i->function);
    hmtp_name(r, out, i->file);
    hmtp_varint(r, out, i->line);
    hmtp_varint(r, out, i->column);
    hmtp_varint(r, out, 0); /* not inlined */
    return -r->failed;
}

int hmt_add_block(hmt_recorder* r, const hmt_block* b) {
    hmtp_buffer* out = &r->blocks.rows;
    if (hmtp_described(r, "basic blocks") != 0) return -1;
    if (r->blocks.count == 1 << 16)
        return hmtp_fail(r, "basic blocks: expected at most 65536, found another");
    if (b->instructions > 1 << 20)
        return hmtp_fail(r, "basic block %" PRIu64 ": expected at most 2^20 instructions, found %u",
                         r->blocks.count, b->instructions);
    if (!hmtp_known(r, "the entry of a block", (long)b->entry, HMT_AFTER_EXIT)) return -1;
    ++r->blocks.count;
    hmtp_number(r, out, (uint64_t)b->entry, 1);
    hmtp_varint(r, out, b->instructions);
    hmtp_name(r, out, b->function);
    hmtp_name(r, out, b->file);
    hmtp_varint(r, out, b->line);
    hmtp_varint(r, out, b->column);
    return -r->failed;
}

int hmt_add_ray_place(hmt_recorder* r, const hmt_ray_place* p) {
    hmtp_buffer* out = &r->place_rows.rows;
    const uint64_t count = r->place_rows.count;
    void* grown;
    if (hmtp_described(r, "places of rays") != 0) return -1;
    if (count == 1 << 16) return hmtp_fail(r, "places of rays: expected at most 65536, found another");
    if (!hmtp_known(r, "the kind of a ray event", (long)p->event, HMT_RAY_REPORTED)) return -1;
    grown = hmtp_grown(r, r->places, (size_t)count + 1, sizeof *r->places);
    if (grown == NULL) return -1;
    r->places = (hmtp_ray_place*)grown;
    memset(r->places + count, 0, sizeof *r->places);
    r->places[count].event = (uint32_t)p->event;
    ++r->place_rows.count;
    hmtp_number(r, out, (uint64_t)p->event, 1);
    hmtp_name(r, out, p->stage);
    hmtp_name(r, out, p->function);
    hmtp_name(r, out, p->file);
    hmtp_varint(r, out, p->line);
    hmtp_varint(r, out, p->column);
    return -r->failed;
}

int hmt_set_scene(hmt_recorder* r, const hmt_scene* scene) {
    if (hmtp_described(r, "scene") != 0) return -1;
    r->scene = *scene;
    r->has_scene = 1;
    return 0;
}

int hmt_add_primitives(hmt_recorder* r, const hmt_primitives* p) {
    if (hmtp_described(r, "primitives") != 0) return -1;
    if (p->kind < HMTP_COUNTED_KINDS || p->kind >= HMTP_KINDS)
        return hmtp_fail(r, "primitives: expected a kind from %d to %d, found %u", HMTP_COUNTED_KINDS,
                         HMTP_KINDS - 1, p->kind);
    if (r->primitives[p->kind].corners_each != 0)
        return hmtp_fail(r, "primitives: expected kind %u once, found it again", p->kind);
    if (p->corners_each == 0 || p->corners_each > 255)
        return hmtp_fail(r, "primitives: expected 1 to 255 corners of an element, found %u", p->corners_each);
    if (p->corners == NULL && p->count != 0)
        return hmtp_fail(r, "primitives: expected corners, found a null pointer");
    if (p->count > UINT32_MAX)
        return hmtp_fail(r, "primitives: expected less than 2^32 elements, found more");
    r->primitives[p->kind] = *p;
    if (p->kind >= r->kinds) r->kinds = p->kind + 1;
    return 0;
}

static void hmtp_check_indices(hmt_recorder* r, const char* what, const uint32_t* indices, uint64_t limit) {
    uint64_t i;
    for (i = 0; indices != NULL && i < 3 * r->scene.face_count; ++i)
        if (indices[i] >= limit) {
            hmtp_fail(r, "scene: expected face %" PRIu64 " to use %s below %" PRIu64 ", found %u", i / 3,
                      what, limit, indices[i]);
            return;
        }
}

/* Checks that all links are from -1 to limit - 1. */
static void hmtp_check_links(hmt_recorder* r, const char* what, const int32_t* links, uint64_t count,
                             uint64_t limit) {
    uint64_t i;
    for (i = 0; links != NULL && i < count; ++i)
        if (links[i] < -1 || (links[i] >= 0 && (uint64_t)links[i] >= limit)) {
            hmtp_fail(r, "scene: expected %s %" PRIu64 " to be from -1 to %" PRIu64 ", found %d", what, i,
                      limit - 1, (int)links[i]);
            return;
        }
}

int hmt_add_instance_faces(hmt_recorder* r, const hmt_instance_faces* f) {
    hmtp_buffer* rows = &r->instance_rows.rows;
    const uint64_t place = (uint64_t)f->instance << 32 | f->geometry;
    if (hmtp_described(r, "faces of an instance") != 0) return -1;
    if (r->instance_rows.count == (uint64_t)1 << 20)
        return hmtp_fail(r, "faces of an instance: expected at most 1048576 of them, found more");
    if (r->instance_rows.count != 0 && place <= r->last_instance)
        return hmtp_fail(r,
                         "faces of an instance: expected instances and geometries in rising order, found "
                         "geometry %u of instance %u",
                         f->geometry, f->instance);
    if (f->first_face < r->instance_end || (uint64_t)f->first_face + f->faces > INT32_MAX)
        return hmtp_fail(r,
                         "faces of an instance: expected faces from %" PRIu64 " on and below 2^31, found %u",
                         r->instance_end, f->first_face);
    hmtp_varint(r, rows, f->instance);
    hmtp_varint(r, rows, f->geometry);
    hmtp_varint(r, rows, f->custom_index);
    hmtp_varint(r, rows, f->first_face);
    hmtp_varint(r, rows, f->faces);
    hmtp_number(r, rows, f->mask, 1);
    hmtp_number(r, rows, f->instance_flags, 1);
    hmtp_number(r, rows, f->geometry_flags, 1);
    hmtp_number(r, rows, f->mirrors != 0 ? 1 : 0, 1);
    r->last_instance = place;
    r->instance_end = (uint64_t)f->first_face + f->faces;
    ++r->instance_rows.count;
    return r->failed ? -1 : 0;
}

static void hmtp_check_primitives(hmt_recorder* r, const hmt_primitives* p) {
    uint64_t i;
    for (i = 0; i < p->count * p->corners_each; ++i)
        if (p->corners[i] >= r->scene.vertex_count) {
            hmtp_fail(r,
                      "scene: expected element %" PRIu64 " of kind %u to use vertices below %" PRIu64
                      ", found %u",
                      i / p->corners_each, p->kind, r->scene.vertex_count, p->corners[i]);
            return;
        }
    hmtp_check_links(r, "source of an element of a further kind", p->sources, p->count, (uint64_t)1 << 31);
}

static int hmtp_by_address(const void* a, const void* b) {
    const uint64_t left = ((const hmtp_range*)a)->begin;
    const uint64_t right = ((const hmtp_range*)b)->begin;
    return left < right ? -1 : left > right;
}

static void hmtp_check(hmt_recorder* r) {
    static const char* const kinds[HMTP_KINDS] = {"boxes",
                                                  "faces",
                                                  "pixels",
                                                  "elements of kind 3",
                                                  "elements of kind 4",
                                                  "elements of kind 5",
                                                  "elements of kind 6",
                                                  "elements of kind 7"};
    const hmt_scene* s = &r->scene;
    uint64_t expected[HMTP_KINDS] = {s->box_count, s->face_count, (uint64_t)s->width * s->height};
    uint64_t found[HMTP_KINDS] = {0};
    size_t i;
    if (r->range_count != 0) qsort(r->ranges, r->range_count, sizeof *r->ranges, hmtp_by_address);
    for (i = 0; i < r->range_count; ++i) {
        const hmtp_range* range = &r->ranges[i];
        found[range->kind] += (range->last - range->begin) / range->stride + 1;
        if (i != 0 && range->begin <= range[-1].last)
            hmtp_fail(r, "two allocations with elements overlap at address 0x%" PRIx64, range->begin);
    }
    for (i = HMTP_COUNTED_KINDS; i < HMTP_KINDS; ++i) {
        expected[i] = r->primitives[i].count;
        if (expected[i] != 0 && !r->has_scene)
            hmtp_fail(r, "primitives: expected a scene whose vertices they have, found none");
    }
    for (i = 0; i < HMTP_KINDS; ++i) {
        if (found[i] >= UINT32_MAX) hmtp_fail(r, "expected less than 2^32 %s, found more", kinds[i]);
        if (r->has_scene && found[i] != 0 && found[i] != expected[i])
            hmtp_fail(r, "expected allocations of %" PRIu64 " %s, as many as the scene has, found %" PRIu64,
                      expected[i], kinds[i], found[i]);
    }
    if (!r->has_scene) return;
    if (s->camera_count > 1U << 16) hmtp_fail(r, "scene: expected at most 65536 cameras, found more");
    if ((s->vertices == NULL && s->vertex_count != 0) || (s->faces == NULL && s->face_count != 0) ||
        (s->boxes == NULL && s->box_count != 0) || (s->cameras == NULL && s->camera_count != 0))
        hmtp_fail(r, "scene: expected the arrays that have a count, found a null pointer");
    if (s->vertex_count >= UINT32_MAX || s->face_count > UINT32_MAX || s->box_count > UINT32_MAX)
        hmtp_fail(r, "scene: expected less than 2^32 - 1 vertices, and as many faces and boxes, found more");
    if (r->failed) return;
    if ((s->normals == NULL) != (s->normal_faces == NULL))
        hmtp_fail(r, "scene: expected both normals and normal_faces, or none");
    hmtp_check_indices(r, "vertices", s->faces, s->vertex_count);
    hmtp_check_indices(r, "normals", s->normal_faces, s->normal_count);
    hmtp_check_links(r, "face source", s->face_sources, s->face_count, (uint64_t)1 << 31);
    hmtp_check_links(r, "box source", s->box_sources, s->box_count, (uint64_t)1 << 31);
    hmtp_check_links(r, "box parent", s->box_parents, s->box_count, s->box_count);
    for (i = HMTP_COUNTED_KINDS; i < HMTP_KINDS; ++i)
        hmtp_check_primitives(r, &r->primitives[i]);
}

static void hmtp_put_floats(hmt_recorder* r, hmtp_buffer* out, const float* values, size_t count) {
    size_t i;
    for (i = 0; i < count; ++i)
        hmtp_float(r, out, values[i]);
}

static void hmtp_put_summary(hmt_recorder* r, hmtp_buffer* out) {
    const hmt_scene* s = &r->scene;
    uint64_t faces = s->face_count;
    uint64_t i;
    for (i = 0; s->face_sources != NULL && i < s->face_count; ++i)
        faces -= s->face_sources[i] < 0;
    hmtp_number(r, out, r->has_scene ? 1 : 0, 1);
    hmtp_varint(r, out, s->vertex_count);
    hmtp_varint(r, out, faces);
    hmtp_varint(r, out, s->face_count);
    hmtp_varint(r, out, s->box_count);
    hmtp_varint(r, out, s->width);
    hmtp_varint(r, out, s->height);
    hmtp_number(r, out, 0, 8); /* the hash of the mesh file is unknown */
    hmtp_varint(r, out, s->camera_count);
    for (i = 0; i < s->camera_count; ++i) {
        hmtp_put_floats(r, out, s->cameras[i].position, 3);
        hmtp_put_floats(r, out, s->cameras[i].forward, 3);
        hmtp_put_floats(r, out, s->cameras[i].up, 3);
        hmtp_float(r, out, s->cameras[i].fov_y_degrees);
    }
}

/* Writes an array of `count` items with `words` numbers of `word_bytes` bytes each; nothing for null. */
static void hmtp_put_array(hmt_recorder* r, unsigned id, const void* items, uint64_t count, unsigned words,
                           unsigned word_bytes) {
    hmtp_buffer head = {NULL, 0, 0};
    uint64_t first;
    for (first = 0; items != NULL && first < count && !r->failed; first += HMTP_PART_ITEMS) {
        const uint64_t most = HMTP_PART_ITEMS;
        const uint64_t part = count - first < most ? count - first : most;
        uint64_t i;
        head.size = r->body.size = 0;
        hmtp_number(r, &head, id, 1);
        hmtp_number(r, &head, 0, 3); /* encoding: as in memory, little endian */
        hmtp_number(r, &head, part, 4);
        hmtp_number(r, &head, first, 8);
        for (i = first * words; i < (first + part) * words; ++i)
            if (word_bytes == 2)
                hmtp_number(r, &r->body, ((const uint16_t*)items)[i], 2);
            else
                hmtp_number(r, &r->body, ((const uint32_t*)items)[i], 4);
        hmtp_chunk(r, "SCEN", 0, &head, &r->body);
    }
    free(head.data);
}

static void hmtp_put_scene(hmt_recorder* r) {
    static const float identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    const hmt_scene* s = &r->scene;
    uint32_t instance[13] = {0};
    memcpy(instance + 1, identity, sizeof identity);
    hmtp_put_array(r, 0, s->face_sources, s->face_count, 1, 4);
    hmtp_put_array(r, 1, s->faces, s->face_count, 3, 4);
    hmtp_put_array(r, 2, s->normal_faces, s->face_count, 3, 4);
    hmtp_put_array(r, 3, s->vertices, s->vertex_count, 3, 4);
    hmtp_put_array(r, 4, s->normals, s->normal_count, 3, 4);
    hmtp_put_array(r, 5, s->box_parents, s->box_count, 1, 4);
    hmtp_put_array(r, 6, s->box_levels, s->box_count, 1, 2);
    hmtp_put_array(r, 7, s->box_sources, s->box_count, 1, 4);
    hmtp_put_array(r, 8, s->boxes, s->box_count, 6, 4);
    hmtp_put_array(r, 9, instance, 1, 13, 4);
}

static void hmtp_put_primitives(hmt_recorder* r, const hmt_primitives* p) {
    hmtp_buffer head = {NULL, 0, 0};
    uint64_t first;
    for (first = 0; first < p->count && !r->failed; first += HMTP_PART_ITEMS) {
        const uint64_t most = HMTP_PART_ITEMS;
        const uint64_t part = p->count - first < most ? p->count - first : most;
        uint64_t i;
        head.size = r->body.size = 0;
        hmtp_number(r, &head, p->kind, 1);
        hmtp_number(r, &head, p->corners_each, 1);
        hmtp_number(r, &head, p->sources != NULL ? 1 : 0, 1);
        hmtp_number(r, &head, 0, 1);
        hmtp_number(r, &head, part, 4);
        hmtp_number(r, &head, first, 8);
        for (i = first * p->corners_each; i < (first + part) * p->corners_each; ++i)
            hmtp_number(r, &r->body, p->corners[i], 4);
        for (i = first; p->sources != NULL && i < first + part; ++i)
            hmtp_number(r, &r->body, (uint32_t)p->sources[i], 4);
        hmtp_chunk(r, "PRIM", 0, &head, &r->body);
    }
    free(head.data);
}

/* The version depends on the description, so that the header is written with it. */
static void hmtp_put_header(hmt_recorder* r) {
    uint8_t header[16] = {0x89, 'H', 'M', 'T', '\r', '\n', 0x1a, '\n', 1};
    if (r->kinds > HMTP_COUNTED_KINDS) header[8] = 3;
    hmtp_write(r, header, sizeof header);
}

/* Writes a table that a recording has if it has rows. */
static void hmtp_put_optional_table(hmt_recorder* r, const char* type, const hmtp_table* table) {
    if (table->count == 0 || r->failed) return;
    r->body.size = 0;
    hmtp_varint(r, &r->body, table->count);
    hmtp_raw(r, &r->body, table->rows.data, table->rows.size);
    hmtp_chunk(r, type, 2, NULL, &r->body);
}

static void hmtp_describe(hmt_recorder* r) {
    hmtp_buffer body = {NULL, 0, 0};
    int table;
    int kind;
    hmtp_put_header(r);
    if (r->tables[HMTP_PRODUCER].count == 0) hmt_set_producer(r, "", "");
    if (r->tables[HMTP_DEVICE].count == 0) hmt_set_device(r, "", 0, 0);
    hmtp_check(r);
    for (table = 0; table < HMTP_TABLES; ++table) {
        hmtp_table* rows = &r->tables[table];
        if (table != HMTP_PRODUCER && table != HMTP_DEVICE) hmtp_varint(r, &body, rows->count);
        hmtp_raw(r, &body, rows->rows.data, rows->rows.size);
    }
    if (!r->failed) hmtp_put_summary(r, &body);
    if (!r->failed) hmtp_chunk(r, "INFO", 0, NULL, &body);
    if (r->warp_size != 0 && r->warp_size != 32 && !r->failed) {
        body.size = 0;
        hmtp_varint(r, &body, r->warp_size);
        hmtp_chunk(r, "WARP", 0, NULL, &body);
    }
    hmtp_put_optional_table(r, "BLKS", &r->blocks);
    hmtp_put_optional_table(r, "RPLC", &r->place_rows);
    if (r->has_scene) hmtp_put_optional_table(r, "INFC", &r->instance_rows);
    if (r->has_scene) hmtp_put_scene(r);
    for (kind = HMTP_COUNTED_KINDS; kind < HMTP_KINDS; ++kind)
        hmtp_put_primitives(r, &r->primitives[kind]);
    r->described = 1;
    free(body.data);
}

int hmt_add_contents(hmt_recorder* r, uint32_t allocation, const void* contents) {
    const uint64_t part_bytes = (uint64_t)1 << 24;
    uint64_t bytes, first;
    if (r->failed) return -1;
    if (r->closed || r->launches != 0) return hmtp_fail(r, "contents: expected before the first launch");
    if (allocation >= r->tables[HMTP_ALLOCATIONS].count)
        return hmtp_fail(r, "contents: expected an allocation below %" PRIu64 ", found %u",
                         r->tables[HMTP_ALLOCATIONS].count, allocation);
    if (!r->described) hmtp_describe(r);
    if (r->failed) return -1;
    if (r->has_contents == NULL)
        r->has_contents = (uint8_t*)calloc((size_t)r->tables[HMTP_ALLOCATIONS].count, 1);
    if (r->has_contents == NULL) return hmtp_fail(r, "out of memory");
    if (r->has_contents[allocation])
        return hmtp_fail(r, "contents: expected those of allocation %u once, found others", allocation);
    r->has_contents[allocation] = 1;
    bytes = r->allocation_bytes[allocation];
    for (first = 0; first < bytes && !r->failed; first += part_bytes) {
        hmtp_buffer head = {NULL, 0, 0};
        hmtp_buffer body = {NULL, 0, 0};
        hmtp_number(r, &head, allocation, 4);
        hmtp_number(r, &head, first, 8);
        hmtp_raw(r, &body, (const uint8_t*)contents + first,
                 (size_t)(bytes - first < part_bytes ? bytes - first : part_bytes));
        if (!r->failed) hmtp_chunk(r, "CONT", 2, &head, &body);
        free(head.data);
        free(body.data);
    }
    return -r->failed;
}

/* ---- requests ---- */

static void hmtp_put_plan(hmt_recorder* r, hmtp_buffer* out) {
    uint32_t i;
    hmtp_number(r, out, 8, 1); /* smallest prediction tables, since none is used */
    hmtp_varint(r, out, r->stream_count);
    for (i = 0; i < r->stream_count; ++i) {
        hmtp_varint(r, out, r->streams[i].instruction);
        hmtp_number(r, out, 0, 1);    /* prediction by stride; lanes do not branch */
        hmtp_number(r, out, 0xff, 1); /* lanes do not remember addresses */
        hmtp_number(r, out, 0, 1);    /* no ratio */
        hmtp_varint(r, out, 0);       /* no successor */
    }
}

static void hmtp_put_columns(hmt_recorder* r, hmtp_buffer* out) {
    int column;
    uint32_t i;
    for (column = 0; column < HMTP_COLUMNS; ++column)
        hmtp_varint(r, out, r->columns[column].size);
    for (column = 0; column < HMTP_PIECES; ++column)
        for (i = 0; i < r->stream_count; ++i)
            hmtp_varint(r, out, r->streams[i].pieces[column].size);
    for (column = 0; column < HMTP_COLUMNS; ++column)
        hmtp_raw(r, out, r->columns[column].data, r->columns[column].size);
    for (column = 0; column < HMTP_PIECES; ++column)
        for (i = 0; i < r->stream_count; ++i)
            hmtp_raw(r, out, r->streams[i].pieces[column].data, r->streams[i].pieces[column].size);
}

/* Writes the events of a kind. @param lanes  of ray events, by kind; else null */
static void hmtp_end_events(hmt_recorder* r, hmtp_events* e, const uint32_t* lanes) {
    hmtp_buffer head = {NULL, 0, 0};
    int column;
    if (e->count == 0) return;
    hmtp_number(r, &head, e->count, 4);
    hmtp_number(r, &head, r->launches, 4);
    hmtp_number(r, &head, e->first, 8);
    hmtp_number(r, &head, e->last, 8);
    for (column = 0; lanes != NULL && column < HMTP_RAY_KINDS; ++column)
        hmtp_number(r, &head, lanes[column], 4);
    r->body.size = 0;
    for (column = 0; column < e->column_count; ++column)
        hmtp_varint(r, &r->body, e->columns[column].size);
    for (column = 0; column < e->column_count; ++column) {
        hmtp_raw(r, &r->body, e->columns[column].data, e->columns[column].size);
        e->columns[column].size = 0;
    }
    hmtp_chunk(r, e->chunk, 2, &head, &r->body);
    e->count = 0;
    free(head.data);
}

static void hmtp_end_rays(hmt_recorder* r) {
    uint64_t place;
    if (r->rays.count == 0) return;
    hmtp_end_events(r, &r->rays, r->ray_lanes);
    memset(r->ray_lanes, 0, sizeof r->ray_lanes);
    for (place = 0; place < r->place_rows.count; ++place) {
        memset(&r->places[place].ray, 0, sizeof r->places[place].ray);
        memset(&r->places[place].hit, 0, sizeof r->places[place].hit);
    }
}

static void hmtp_end_all_events(hmt_recorder* r) {
    hmtp_end_events(r, &r->executions, NULL);
    hmtp_end_rays(r);
}

static void hmtp_begin_block(hmt_recorder* r) {
    int column;
    uint32_t i;
    for (column = 0; column < HMTP_COLUMNS; ++column)
        r->columns[column].size = 0;
    for (i = 0; i < r->stream_count; ++i) {
        r->accesses[r->streams[i].instruction].planned = 0;
        r->streams[i].reference = r->streams[i].step = 0;
        for (column = 0; column < HMTP_PIECES; ++column)
            r->streams[i].pieces[column].size = 0;
    }
    memset(r->hash, 0, HMTP_HASH * sizeof *r->hash);
    memset(r->block_elements, 0, sizeof r->block_elements);
    r->stream_count = r->warp_count = r->block_requests = 0;
    r->block_lanes = 0;
    /* The format counts correctly predicted warps before each explicit one. The recorder predicts none: this
     * 0 and the one after each warp are such counts. */
    hmtp_varint(r, &r->columns[HMTP_WARP_COLUMN], 0);
}

static void hmtp_end_block(hmt_recorder* r) {
    hmtp_buffer head = {NULL, 0, 0};
    uint32_t kind;
    if (r->block_requests == 0) return;
    hmtp_number(r, &head, r->requests - r->block_requests, 8);
    hmtp_number(r, &head, r->block_requests, 4);
    hmtp_number(r, &head, r->launches, 4);
    hmtp_number(r, &head, r->block_lanes, 8);
    for (kind = 0; kind < r->kinds; ++kind)
        hmtp_number(r, &head, r->block_elements[kind], 8);
    r->body.size = 0;
    hmtp_put_plan(r, &r->body);
    hmtp_put_columns(r, &r->body);
    hmtp_chunk(r, "RQST", 0, &head, &r->body);
    hmtp_end_all_events(r);
    hmtp_begin_block(r);
    free(head.data);
}

/* Returns the first entry for the warp's hash that is empty or contains the warp. */
static uint32_t* hmtp_find_warp(hmt_recorder* r, const hmtp_identity* id) {
    uint32_t at = ((id->launch * 31U + id->sm) * 31U + id->slot) * 31U + id->warp;
    for (at = at * 2654435761U >> 17;; ++at) {
        uint32_t* place = &r->hash[at % HMTP_HASH];
        if (*place == 0 || memcmp(&r->warps[*place - 1], id, sizeof *id) == 0) return place;
    }
}

static void hmtp_put_warp(hmt_recorder* r, const hmtp_identity* id, uint32_t* place) {
    hmtp_buffer* out = &r->columns[HMTP_WARP_COLUMN];
    if (*place != 0) {
        hmtp_varint(r, out, *place);
    } else {
        const hmtp_identity zero = {0, 0, 0, 0};
        const hmtp_identity* last = r->warp_count == 0 ? &zero : &r->warps[r->warp_count - 1];
        hmtp_buffer* identities = &r->columns[HMTP_IDENTITIES];
        hmtp_varint(r, out, 0);
        hmtp_zigzag(r, identities, (uint64_t)id->launch - last->launch);
        hmtp_zigzag(r, identities, (uint64_t)id->sm - last->sm);
        hmtp_zigzag(r, identities, (uint64_t)id->warp - last->warp);
        hmtp_zigzag(r, identities, (uint64_t)id->slot - last->slot);
        r->warps[r->warp_count++] = *id;
        *place = r->warp_count;
    }
    hmtp_varint(r, out, 0);
}

/* Returns the state of the instruction in the current block; null if there is not enough memory. */
static hmtp_stream* hmtp_stream_of(hmt_recorder* r, uint32_t instruction) {
    hmtp_access* access = &r->accesses[instruction];
    if (access->planned == 0) {
        if (r->stream_count == r->stream_capacity) {
            const uint32_t capacity = 2 * r->stream_capacity + 8;
            void* grown = hmtp_grown(r, r->streams, capacity, sizeof *r->streams);
            if (grown == NULL) return NULL;
            r->streams = (hmtp_stream*)grown;
            memset(r->streams + r->stream_capacity, 0, (capacity - r->stream_capacity) * sizeof *r->streams);
            r->stream_capacity = capacity;
        }
        r->streams[r->stream_count].instruction = instruction;
        access->planned = ++r->stream_count;
    }
    return &r->streams[access->planned - 1];
}

static void hmtp_put_mask(hmt_recorder* r, hmtp_stream* stream, uint32_t mask) {
    unsigned present = 0;
    unsigned i;
    for (i = 0; i < 4; ++i)
        if ((mask >> (8 * i) & 0xff) != 0) {
            present |= 1U << i;
            hmtp_number(r, &stream->pieces[HMTP_MASK_BYTES], mask >> (8 * i) & 0xff, 1);
        }
    hmtp_number(r, &stream->pieces[HMTP_MASKS], present, 1);
}

/* Each address is coded relative to the last address of the instruction: with the same step as before (code
 * 2), or with a new step (code 3). */
static void hmtp_put_addresses(hmt_recorder* r, hmtp_stream* stream, const hmt_request* q) {
    uint64_t codes = 0;
    unsigned shift = 0;
    unsigned at;
    unsigned lane;
    for (lane = 0; lane < 32; ++lane) {
        const uint64_t address = q->address[lane];
        hmtp_buffer* deltas = &stream->pieces[HMTP_DELTAS];
        if ((q->mask >> lane & 1) == 0) continue;
        if (address == stream->reference + stream->step) {
            codes |= (uint64_t)2 << shift;
        } else {
            codes |= (uint64_t)3 << shift;
            stream->step = address - stream->reference;
            if (deltas->size == 0) hmtp_varint(r, deltas, 1); /* unit of the steps in bytes */
            hmtp_number(r, &stream->pieces[HMTP_BASES], 0, 1);
            hmtp_zigzag(r, deltas, stream->step);
        }
        stream->reference = address;
        shift += 2;
    }
    hmtp_number(r, &stream->pieces[HMTP_FLAGS], 1, 1);
    for (at = 0; at < shift; at += 8)
        hmtp_number(r, &stream->pieces[HMTP_CODES], codes >> at & 0xff, 1);
}

/* Returns the number of elements whose first byte is in [begin, last]. */
static uint64_t hmtp_count_elements(const hmtp_range* range, uint64_t begin, uint64_t last) {
    const uint64_t from = begin > range->begin ? begin - range->begin : 0;
    const uint64_t to = (last < range->last ? last : range->last) - range->begin;
    const uint64_t first = from / range->stride + (from % range->stride != 0);
    return to / range->stride + 1 > first ? to / range->stride + 1 - first : 0;
}

static void hmtp_count_accesses(const hmt_recorder* r, const hmt_request* q, uint64_t counts[HMTP_KINDS]) {
    const hmtp_access* access = &r->accesses[q->instruction];
    unsigned lane;
    if (access->space != HMT_GLOBAL || access->operation == HMT_ATOMIC || access->bytes == 0) return;
    for (lane = 0; lane < 32; ++lane) {
        const uint64_t begin = q->address[lane];
        const uint64_t room = UINT64_MAX - begin;
        const uint64_t last = begin + (access->bytes - 1U < room ? access->bytes - 1U : room);
        size_t low = 0;
        size_t high = r->range_count;
        if ((q->mask >> lane & 1) == 0) continue;
        while (low < high) { /* find the first range that ends at or after `begin` */
            const size_t middle = (low + high) / 2;
            if (r->ranges[middle].last < begin)
                low = middle + 1;
            else
                high = middle;
        }
        for (; low < r->range_count && r->ranges[low].begin <= last; ++low)
            counts[r->ranges[low].kind] += hmtp_count_elements(&r->ranges[low], begin, last);
    }
}

/* The mask of a warp whose lanes are all active. */
static uint32_t hmtp_lanes(const hmt_recorder* r) {
    return r->warp_size == 0 ? 0xffffffffU : 0xffffffffU >> (32 - r->warp_size);
}

static int hmtp_check_request(hmt_recorder* r, const hmt_request* q) {
    const uint32_t sms = r->sm_count != 0 ? r->sm_count : 1U << 16;
    const uint32_t slots = r->warp_slots != 0 ? r->warp_slots : 1U << 16;
    const uint64_t n = r->requests;
    if (r->failed) return -1;
    if (r->closed) return hmtp_fail(r, "request %" PRIu64 ": expected before the recording is closed", n);
    if (q->launch >= r->launches)
        return hmtp_fail(r, "request %" PRIu64 ": expected a launch below %u, found %u", n, r->launches,
                         q->launch);
    if (q->instruction >= r->tables[HMTP_INSTRUCTIONS].count)
        return hmtp_fail(r, "request %" PRIu64 ": expected an instruction below %" PRIu64 ", found %u", n,
                         r->tables[HMTP_INSTRUCTIONS].count, q->instruction);
    if (q->sm >= sms)
        return hmtp_fail(r, "request %" PRIu64 ": expected an SM below %u, found %u", n, sms, q->sm);
    if (q->slot >= slots)
        return hmtp_fail(r, "request %" PRIu64 ": expected a warp slot below %u, found %u", n, slots,
                         q->slot);
    if (q->mask == 0) return hmtp_fail(r, "request %" PRIu64 ": expected an active lane, found none", n);
    if ((q->mask & ~hmtp_lanes(r)) != 0)
        return hmtp_fail(r, "request %" PRIu64 ": expected active lanes within %#x, found %#x", n,
                         hmtp_lanes(r), q->mask);
    return 0;
}

int hmt_add_request(hmt_recorder* r, const hmt_request* q) {
    const hmtp_identity id = {q->launch, q->sm, q->warp, q->slot};
    uint64_t counts[HMTP_KINDS] = {0};
    uint64_t all = 0;
    uint32_t* place;
    hmtp_stream* stream;
    uint32_t lanes;
    int kind;
    if (hmtp_check_request(r, q) != 0) return -1;
    hmtp_count_accesses(r, q, counts);
    for (kind = 0; kind < HMTP_KINDS; ++kind)
        all += counts[kind];
    if (all > HMTP_ELEMENT_ACCESSES)
        return hmtp_fail(r, "request %" PRIu64 ": expected at most %d element accesses, found %" PRIu64,
                         r->requests, (int)HMTP_ELEMENT_ACCESSES, all);
    place = hmtp_find_warp(r, &id);
    if (r->block_requests == HMTP_BLOCK_REQUESTS || (*place == 0 && r->warp_count == HMTP_WARPS)) {
        hmtp_end_block(r);
        place = hmtp_find_warp(r, &id);
    }
    stream = hmtp_stream_of(r, q->instruction);
    if (stream == NULL) return -1;
    hmtp_put_warp(r, &id, place);
    hmtp_number(r, &r->columns[HMTP_SYMBOLS], 2, 1); /* always coded by number */
    hmtp_varint(r, &r->columns[HMTP_ESCAPES], r->accesses[q->instruction].planned - 1);
    hmtp_put_mask(r, stream, q->mask);
    hmtp_put_addresses(r, stream, q);
    for (lanes = q->mask; lanes != 0; lanes &= lanes - 1)
        ++r->block_lanes;
    for (kind = 0; kind < HMTP_KINDS; ++kind)
        r->block_elements[kind] += counts[kind];
    ++r->block_requests;
    if (r->launch_requests[q->launch].count++ == 0) r->launch_requests[q->launch].first = r->requests;
    r->launch_requests[q->launch].end = ++r->requests;
    return -r->failed;
}

int hmt_begin_launch(hmt_recorder* r, const hmt_launch* launch) {
    int axis;
    if (r->failed) return -1;
    if (r->closed) return hmtp_fail(r, "launch: expected before the recording is closed");
    if (r->launches == 1U << 20) return hmtp_fail(r, "expected at most 2^20 launches, found another");
    if (!r->described) hmtp_describe(r);
    if (r->launches == 0) hmtp_begin_block(r);
    if (r->launches == r->launch_capacity) {
        const uint32_t capacity = 2 * r->launch_capacity + 8;
        void* grown = hmtp_grown(r, r->launch_requests, capacity, sizeof *r->launch_requests);
        if (grown == NULL) return -1;
        r->launch_requests = (hmtp_launch*)grown;
        r->launch_capacity = capacity;
    }
    r->launch_requests[r->launches].begun = r->requests;
    r->launch_requests[r->launches].first = r->launch_requests[r->launches].end = r->requests;
    r->launch_requests[r->launches].count = 0;
    r->body.size = 0;
    hmtp_name(r, &r->body, launch->kernel);
    for (axis = 0; axis < 3; ++axis)
        hmtp_varint(r, &r->body, launch->grid[axis]);
    for (axis = 0; axis < 3; ++axis)
        hmtp_varint(r, &r->body, launch->block[axis]);
    hmtp_varint(r, &r->body, launch->local_bytes);
    hmtp_varint(r, &r->body, launch->shared_bytes);
    hmtp_varint(r, &r->body, r->requests);
    if (!r->failed) hmtp_chunk(r, "LNCH", 0, NULL, &r->body);
    ++r->launches;
    return -r->failed;
}

/* ---- execution events and ray events ---- */

static int hmtp_check_event(hmt_recorder* r, const hmtp_events* e, const hmtp_identity* id, uint64_t row,
                            uint64_t rows, uint32_t mask) {
    const uint32_t sms = r->sm_count != 0 ? r->sm_count : 1U << 16;
    const uint32_t slots = r->warp_slots != 0 ? r->warp_slots : 1U << 16;
    if (r->failed) return -1;
    if (r->closed) return hmtp_fail(r, "%s: expected before the recording is closed", e->what);
    if (id->launch >= r->launches)
        return hmtp_fail(r, "%s: expected a launch below %u, found %u", e->what, r->launches, id->launch);
    if (row >= rows)
        return hmtp_fail(r, "%s: expected %s below %" PRIu64 ", found %" PRIu64, e->what, e->row, rows, row);
    if (id->sm >= sms) return hmtp_fail(r, "%s: expected an SM below %u, found %u", e->what, sms, id->sm);
    if (id->slot >= slots)
        return hmtp_fail(r, "%s: expected a warp slot below %u, found %u", e->what, slots, id->slot);
    if (mask == 0) return hmtp_fail(r, "%s: expected an active lane, found none", e->what);
    if ((mask & ~hmtp_lanes(r)) != 0)
        return hmtp_fail(r, "%s: expected active lanes within %#x, found %#x", e->what, hmtp_lanes(r), mask);
    return 0;
}

/* Adds what all events have. The format predicts warps and rows of the table. The recorder predicts neither:
 * a warp that is not the last one counts as new, and rows are coded by number. */
static void hmtp_put_event(hmt_recorder* r, hmtp_events* e, const hmtp_identity* id, uint32_t row,
                           uint32_t mask) {
    uint32_t changed;
    unsigned code = 0;
    unsigned i;
    if (e->count == 0) {
        memset(&e->identity, 0, sizeof e->identity);
        e->first = e->last = r->requests;
    }
    hmtp_varint(r, &e->columns[HMTP_EVENT_REQUESTS], r->requests - e->last);
    e->last = r->requests;
    if (e->count != 0 && memcmp(id, &e->identity, sizeof *id) == 0) {
        hmtp_varint(r, &e->columns[HMTP_EVENT_WARPS], 0);
    } else {
        hmtp_varint(r, &e->columns[HMTP_EVENT_WARPS], 2);
        hmtp_zigzag(r, &e->columns[HMTP_EVENT_IDENTITIES], (uint64_t)id->launch - e->identity.launch);
        hmtp_zigzag(r, &e->columns[HMTP_EVENT_IDENTITIES], (uint64_t)id->sm - e->identity.sm);
        hmtp_zigzag(r, &e->columns[HMTP_EVENT_IDENTITIES], (uint64_t)id->warp - e->identity.warp);
        hmtp_zigzag(r, &e->columns[HMTP_EVENT_IDENTITIES], (uint64_t)id->slot - e->identity.slot);
        e->identity = *id;
        e->mask = 0xffffffffU;
    }
    hmtp_varint(r, &e->columns[HMTP_EVENT_ROWS], (uint64_t)row + 1);
    changed = mask ^ e->mask;
    for (i = 0; i < 4; ++i)
        if ((changed >> (8 * i) & 0xff) != 0) {
            code |= 16U | 1U << i;
            hmtp_number(r, &e->columns[HMTP_EVENT_MASK_BYTES], changed >> (8 * i) & 0xff, 1);
        }
    hmtp_number(r, &e->columns[HMTP_EVENT_MASKS], code, 1);
    e->mask = mask;
    ++e->count;
}

int hmt_add_execution(hmt_recorder* r, const hmt_execution* e) {
    const hmtp_identity id = {e->launch, e->sm, e->warp, e->slot};
    if (hmtp_check_event(r, &r->executions, &id, e->block, r->blocks.count, e->mask) != 0) return -1;
    if (r->executions.count == HMTP_CHUNK_EVENTS) hmtp_end_events(r, &r->executions, NULL);
    hmtp_put_event(r, &r->executions, &id, e->block, e->mask);
    return -r->failed;
}

/* An integer that orders floats as their values do. */
static uint32_t hmtp_ordered(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits & 0x80000000U) != 0 ? ~bits : bits | 0x80000000U;
}

/* Writes floats as differences from others: their lengths in one byte, then their bytes, highest first. */
static void hmtp_put_differences(hmt_recorder* r, int column, const float* values, const float* from,
                                 unsigned count) {
    hmtp_buffer* out = r->rays.columns + column;
    uint32_t differences[3];
    unsigned lengths[3];
    unsigned code = 0;
    unsigned i, byte;
    for (i = count; i-- != 0;) {
        const uint32_t difference = hmtp_ordered(values[i]) - hmtp_ordered(from[i]);
        differences[i] = difference << 1 ^ (0U - (difference >> 31));
        for (lengths[i] = 0; lengths[i] < 4 && differences[i] >> (8 * lengths[i]) != 0;)
            ++lengths[i];
        code = 5 * code + lengths[i];
    }
    hmtp_number(r, out, code, 1);
    for (i = 0; i < count; ++i)
        for (byte = lengths[i]; byte-- != 0;)
            hmtp_number(r, out + (byte + 1 == lengths[i] ? 1 : 2), differences[i] >> (8 * byte) & 0xff, 1);
}

/* Checks a ray event and begins it. @param fields  number of fields of a ray or hit */
static int hmtp_begin_rays(hmt_recorder* r, const hmt_ray_lanes* l, int is_ray, unsigned fields) {
    const hmtp_identity id = {l->launch, l->sm, l->warp, l->slot};
    uint64_t lanes = 0;
    uint32_t rest, event;
    int kind;
    if (hmtp_check_event(r, &r->rays, &id, l->place, r->place_rows.count, l->mask) != 0) return -1;
    event = r->places[l->place].event;
    if ((event == HMT_RAY_TRACED) != is_ray)
        return hmtp_fail(r, "ray event: expected %s, found %s",
                         is_ray ? "a place where rays are traced" : "a place of hits or misses",
                         is_ray ? "one of hits or misses" : "one where rays are traced");
    for (kind = 0; kind < HMTP_RAY_KINDS; ++kind)
        lanes += r->ray_lanes[kind];
    if (r->rays.count == HMTP_CHUNK_RAY_EVENTS || lanes > HMTP_CHUNK_RAY_LANES - 32) hmtp_end_rays(r);
    hmtp_put_event(r, &r->rays, &id, l->place, l->mask);
    for (rest = l->mask; rest != 0; rest &= rest - 1)
        ++r->ray_lanes[event];
    for (; fields != 0; --fields) /* each field is predicted by that of the lane before */
        hmtp_number(r, &r->rays.columns[HMTP_RAY_PREDICTIONS], 1, 1);
    return 0;
}

int hmt_add_ray(hmt_recorder* r, const hmt_ray_lanes* l, const hmt_ray* rays) {
    hmtp_buffer* columns = r->rays.columns;
    hmt_ray* before;
    uint32_t rest;
    if (hmtp_begin_rays(r, l, 1, 7) != 0) return -1;
    before = &r->places[l->place].ray;
    for (rest = l->mask; rest != 0; rest &= rest - 1, ++rays) {
        hmtp_put_differences(r, HMTP_RAY_ORIGINS, rays->origin, before->origin, 3);
        hmtp_put_differences(r, HMTP_RAY_DISTANCES, &rays->tmin, &before->tmin, 1);
        hmtp_put_differences(r, HMTP_RAY_DIRECTIONS, rays->direction, before->direction, 3);
        hmtp_put_differences(r, HMTP_RAY_DISTANCES, &rays->tmax, &before->tmax, 1);
        hmtp_zigzag(r, &columns[HMTP_RAY_FLAGS], (uint64_t)rays->flags - before->flags);
        hmtp_zigzag(r, &columns[HMTP_RAY_MASKS], (uint64_t)rays->mask - before->mask);
        hmtp_zigzag(r, &columns[HMTP_RAY_STRUCTURES], rays->structure - before->structure);
        *before = *rays;
    }
    return -r->failed;
}

int hmt_add_ray_hit(hmt_recorder* r, const hmt_ray_lanes* l, const hmt_ray_hit* hits) {
    hmtp_buffer* columns = r->rays.columns;
    hmt_ray_hit* before;
    const int has_hits =
        !r->failed && l->place < r->place_rows.count && r->places[l->place].event != HMT_RAY_MISSED;
    uint32_t rest;
    unsigned lane = 0;
    for (rest = has_hits ? l->mask : 0; rest != 0; rest &= rest - 1, ++lane)
        if (hits == NULL || hits[lane].shape > HMT_BOX)
            return hmtp_fail(r, "ray event: expected hits of triangles or boxes, found %s",
                             hits == NULL ? "a null pointer" : "another shape");
    if (hmtp_begin_rays(r, l, 0, has_hits ? 5 : 0) != 0) return -1;
    if (!has_hits) return -r->failed;
    before = &r->places[l->place].hit;
    for (rest = l->mask; rest != 0; rest &= rest - 1, ++hits) {
        hmtp_number(r, &columns[HMTP_HIT_SHAPES], hits->shape, 1);
        hmtp_zigzag(r, &columns[HMTP_HIT_INSTANCES], (uint64_t)hits->instance - before->instance);
        hmtp_zigzag(r, &columns[HMTP_HIT_GEOMETRIES], (uint64_t)hits->geometry - before->geometry);
        hmtp_zigzag(r, &columns[HMTP_HIT_PRIMITIVES], (uint64_t)hits->primitive - before->primitive);
        hmtp_put_differences(r, HMTP_HIT_DISTANCES, &hits->t, &before->t, 1);
        *before = *hits;
    }
    return -r->failed;
}

/* ---- lane tags ---- */

/* Codes a column in which most values are predicted correctly: the number of correct predictions in a row,
 * then the difference of the next value. */
static void hmtp_sparse(hmt_recorder* r, int column, uint64_t actual, uint64_t expected) {
    if (actual == expected) {
        ++r->tag_runs[column];
        return;
    }
    hmtp_varint(r, &r->tag_columns[column], r->tag_runs[column]);
    hmtp_zigzag(r, &r->tag_columns[column], actual - expected);
    r->tag_runs[column] = 0;
}

static void hmtp_end_tags(hmt_recorder* r) {
    hmtp_buffer head = {NULL, 0, 0};
    int column;
    if (r->tag_count == 0) return;
    hmtp_number(r, &head, r->tag_count, 4);
    for (column = 4; column < HMTP_TAG_COLUMNS; ++column)
        hmtp_varint(r, &r->tag_columns[column], r->tag_runs[column]);
    r->body.size = 0;
    for (column = 0; column < HMTP_TAG_COLUMNS; ++column)
        hmtp_varint(r, &r->body, r->tag_columns[column].size);
    for (column = 0; column < HMTP_TAG_COLUMNS; ++column) {
        hmtp_raw(r, &r->body, r->tag_columns[column].data, r->tag_columns[column].size);
        r->tag_columns[column].size = 0;
        r->tag_runs[column] = 0;
    }
    hmtp_chunk(r, "TAGS", 2, &head, &r->body);
    r->tag_count = r->tag_launch = r->tag_warp = r->tag_lanes = 0;
    r->tag_request = 0;
    memset(&r->last_tag, 0, sizeof r->last_tag);
    free(head.data);
}

int hmt_add_tags(hmt_recorder* r, uint32_t launch, uint32_t warp, uint32_t mask, const hmt_tag* tags) {
    if (r->failed) return -1;
    if (launch >= r->launches || mask == 0 || r->closed)
        return hmtp_fail(r, "lane tags: expected a launch below %u and an active lane, found launch %u",
                         r->launches, launch);
    if ((mask & ~hmtp_lanes(r)) != 0)
        return hmtp_fail(r, "lane tags: expected lanes within %#x, found %#x", hmtp_lanes(r), mask);
    if (r->tag_count >= HMTP_CHUNK_TAGS) hmtp_end_tags(r);
    hmtp_varint(r, &r->tag_columns[0], r->requests - r->tag_request);
    hmtp_zigzag(r, &r->tag_columns[1], (uint64_t)launch - r->tag_launch);
    hmtp_zigzag(r, &r->tag_columns[2], (uint64_t)warp - r->tag_warp);
    hmtp_varint(r, &r->tag_columns[3], mask ^ r->tag_lanes);
    r->tag_request = r->requests;
    r->tag_launch = launch;
    r->tag_warp = warp;
    r->tag_lanes = mask;
    for (; mask != 0; mask &= mask - 1, ++tags) {
        hmtp_sparse(r, 4, tags->work_item, (uint64_t)r->last_tag.work_item + 1);
        hmtp_sparse(r, 5, tags->sample, r->last_tag.sample);
        hmtp_sparse(r, 6, tags->ray_kind, r->last_tag.ray_kind);
        hmtp_sparse(r, 7, tags->bounce, r->last_tag.bounce);
        hmtp_sparse(r, 8, tags->instance, r->last_tag.instance);
        r->last_tag = *tags;
        ++r->tag_count;
    }
    return -r->failed;
}

/* ---- warps of 64 lanes ---- */

/* The parts of a wide warp are numbered 2 n and 2 n + 1, which must not be more than a number can be. */
static int hmtp_check_wide(hmt_recorder* r, uint32_t warp, uint32_t slot, uint64_t mask) {
    if (r->failed) return -1;
    if (!r->wide_warps) return hmtp_fail(r, "warp of 64 lanes: expected a warp size of 64");
    if (warp > UINT32_MAX / 2 || slot > UINT32_MAX / 2)
        return hmtp_fail(r, "warp of 64 lanes: expected a warp and a slot below 2^31, found %u and %u", warp,
                         slot);
    if (mask == 0) return hmtp_fail(r, "warp of 64 lanes: expected an active lane, found none");
    return 0;
}

static uint32_t hmtp_half(uint64_t mask, uint32_t half) {
    return (uint32_t)(mask >> (32 * half) & 0xffffffffU);
}

static hmt_ray_lanes hmtp_half_of_rays(const hmt_ray_lanes* whole, uint64_t mask, uint32_t half) {
    hmt_ray_lanes part = *whole;
    part.warp = 2 * whole->warp + half;
    part.slot = 2 * whole->slot + half;
    part.mask = hmtp_half(mask, half);
    return part;
}

int hmt_add_wide_request(hmt_recorder* r, const hmt_wide_request* q) {
    hmt_request part;
    uint32_t half;
    if (hmtp_check_wide(r, q->warp, q->slot, q->mask) != 0) return -1;
    for (half = 0; half < 2; ++half) {
        part.launch = q->launch;
        part.sm = q->sm;
        part.warp = 2 * q->warp + half;
        part.slot = 2 * q->slot + half;
        part.instruction = q->instruction;
        part.mask = hmtp_half(q->mask, half);
        memcpy(part.address, q->address + 32 * half, sizeof part.address);
        if (part.mask != 0 && hmt_add_request(r, &part) != 0) return -1;
    }
    return 0;
}

int hmt_add_wide_tags(hmt_recorder* r, uint32_t launch, uint32_t warp, uint64_t mask, const hmt_tag* tags) {
    uint32_t half;
    if (hmtp_check_wide(r, warp, 0, mask) != 0) return -1;
    for (half = 0; half < 2; ++half) {
        uint32_t lanes = hmtp_half(mask, half);
        if (lanes != 0 && hmt_add_tags(r, launch, 2 * warp + half, lanes, tags) != 0) return -1;
        for (; lanes != 0; lanes &= lanes - 1)
            ++tags;
    }
    return 0;
}

int hmt_add_wide_execution(hmt_recorder* r, const hmt_execution* e, uint64_t mask) {
    uint32_t half;
    if (hmtp_check_wide(r, e->warp, e->slot, mask) != 0) return -1;
    for (half = 0; half < 2; ++half) {
        hmt_execution part = *e;
        part.warp = 2 * e->warp + half;
        part.slot = 2 * e->slot + half;
        part.mask = hmtp_half(mask, half);
        if (part.mask != 0 && hmt_add_execution(r, &part) != 0) return -1;
    }
    return 0;
}

int hmt_add_wide_ray(hmt_recorder* r, const hmt_ray_lanes* l, uint64_t mask, const hmt_ray* rays) {
    uint32_t half;
    if (hmtp_check_wide(r, l->warp, l->slot, mask) != 0) return -1;
    for (half = 0; half < 2; ++half) {
        const hmt_ray_lanes part = hmtp_half_of_rays(l, mask, half);
        uint32_t lanes = part.mask;
        if (lanes != 0 && hmt_add_ray(r, &part, rays) != 0) return -1;
        for (; lanes != 0; lanes &= lanes - 1)
            ++rays;
    }
    return 0;
}

int hmt_add_wide_ray_hit(hmt_recorder* r, const hmt_ray_lanes* l, uint64_t mask, const hmt_ray_hit* hits) {
    uint32_t half;
    if (hmtp_check_wide(r, l->warp, l->slot, mask) != 0) return -1;
    for (half = 0; half < 2; ++half) {
        const hmt_ray_lanes part = hmtp_half_of_rays(l, mask, half);
        uint32_t lanes = part.mask;
        if (lanes != 0 && hmt_add_ray_hit(r, &part, hits) != 0) return -1;
        for (; lanes != 0 && hits != NULL; lanes &= lanes - 1)
            ++hits;
    }
    return 0;
}

/* ---- the end ---- */

/* Says which requests each launch has, since those of launches that run at the same time are mixed. */
static void hmtp_put_launch_requests(hmt_recorder* r) {
    uint32_t i;
    if (r->launches < 2) return;
    r->body.size = 0;
    hmtp_varint(r, &r->body, r->launches);
    for (i = 0; i < r->launches; ++i) {
        const hmtp_launch* launch = &r->launch_requests[i];
        hmtp_varint(r, &r->body, launch->count);
        hmtp_varint(r, &r->body, launch->first - launch->begun);
        hmtp_varint(r, &r->body, launch->end - launch->first);
    }
    hmtp_chunk(r, "LREQ", 2, NULL, &r->body);
}

int hmt_close(hmt_recorder* r) {
    FILE* file = r->file;
    if (r->failed) return -1;
    if (r->closed) return hmtp_fail(r, "%s: expected one close, found another", r->path);
    if (!r->described) hmtp_describe(r);
    hmtp_end_block(r);
    hmtp_end_all_events(r);
    hmtp_end_tags(r);
    hmtp_put_launch_requests(r);
    hmtp_contents(r);
    if (r->failed) return -1;
    r->file = NULL;
    if (fclose(file) != 0) return hmtp_fail(r, "%s: cannot write: %s", r->part, strerror(errno));
    if (r->has_part && rename(r->part, r->path) != 0)
        return hmtp_fail(r, "%s: cannot be renamed: %s", r->part, strerror(errno));
    r->has_part = 0;
    hmtp_unlock(r); /* only now: afterwards another recorder may use the name of the part */
    r->closed = 1;
    return 0;
}

void hmt_free(hmt_recorder* r) {
    uint32_t i;
    int column;
    if (r == NULL) return;
    if (r->file != NULL) fclose(r->file);
    if (r->has_part) remove(r->part); /* before the lock is released */
    hmtp_unlock(r);
    for (i = 0; i < HMTP_TABLES; ++i)
        free(r->tables[i].rows.data);
    for (i = 0; i < r->stream_capacity; ++i)
        for (column = 0; column < HMTP_PIECES; ++column)
            free(r->streams[i].pieces[column].data);
    for (column = 0; column < HMTP_COLUMNS; ++column)
        free(r->columns[column].data);
    for (column = 0; column < HMTP_TAG_COLUMNS; ++column)
        free(r->tag_columns[column].data);
    for (column = 0; column < HMTP_RAY_COLUMNS; ++column) {
        free(r->executions.columns[column].data);
        free(r->rays.columns[column].data);
    }
    free(r->blocks.rows.data);
    free(r->place_rows.rows.data);
    free(r->instance_rows.rows.data);
    free(r->places);
    free(r->toc.rows.data);
    free(r->body.data);
    free(r->streams);
    free(r->ranges);
    free(r->accesses);
    free(r->allocation_bytes);
    free(r->has_contents);
    free(r->launch_requests);
    free(r->warps);
    free(r->hash);
    free(r->part);
    free(r->path);
    free(r);
}

#ifdef __cplusplus
}
#endif

#endif /* HITMAP_RECORDER_IMPLEMENTATION */
#endif /* HITMAP_RECORDER_H */
