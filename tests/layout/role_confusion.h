#pragma once

#include "core/jobs/thread_pool.h"
#include "core/layout/derive/derive_layout.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/stream/request_source.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace hitmap::test {

/// Passes on the requests of a recording without what they mean: no roles, names, strides, scene, tags or
/// source lines, and no allocations unless they are wanted.
class StrippedRecording : public RecordingSink {
public:
    StrippedRecording(RecordingSink& out, bool keep_allocations) : out_(out), keep_(keep_allocations) {}
    void begin(const RecordingInfo& info, const RecordedScene* /*scene*/) override {
        truth = info;
        RecordingInfo stripped;
        stripped.device = info.device;
        for (const Allocation& a : info.allocations)
            if (keep_) {
                Allocation& bare = stripped.allocations.emplace_back();
                bare.space = a.space;
                bare.address = a.address;
                bare.bytes = a.bytes;
            }
        stripped.instructions = info.instructions;
        for (Instruction& instruction : stripped.instructions) {
            instruction.location = {};
            instruction.inlined_at = {};
        }
        out_.begin(stripped, nullptr);
    }
    void begin_launch(const Launch& launch) override {
        Launch bare = launch;
        bare.kernel = "";
        out_.begin_launch(bare);
    }
    void add(const Request& request) override { out_.add(request); }
    void tag(const LaneTagRun& /*run*/) override {}
    void finish() override { out_.finish(); }

    RecordingInfo truth;

private:
    RecordingSink& out_;
    bool keep_;
};

/// How often buffers of each true role were derived to have each role.
struct RoleConfusion {
    static constexpr std::size_t not_found = role_count; ///< no derived buffer at the address
    std::array<std::array<std::uint64_t, role_count + 1>, role_count> counts{};
    std::uint64_t wrong_elements = 0; ///< right roles with another address, stride or layout

    [[nodiscard]] std::uint64_t total() const;
    [[nodiscard]] std::uint64_t right() const;
    void add(const RoleConfusion& other);
};

struct RoleConfusions {
    RoleConfusion listed;   ///< the table of allocations was kept: addresses and bytes
    RoleConfusion unlisted; ///< there was no table of allocations
    std::string wrong;      ///< the buffers that were not derived as they are, one on each line
};

/// Traces the scene, derives the layout of the recording without its meaning, with and without its table of
/// allocations, and compares. Allocations that no request accesses are not counted: nothing says what they
/// are.
RoleConfusions confusion_of(const Scene& scene, const TraceOptions& options, ThreadPool& pool);

} // namespace hitmap::test
