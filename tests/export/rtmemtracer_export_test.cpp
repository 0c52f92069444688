// Tests that exported traces of rtmemtracer are read back as they were.

#include "core/base/error.h"
#include "core/cache/sdcm/sdcm.h"
#include "core/export/rtmemtracer_export.h"
#include "core/profile/query/time_window.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/formats/all/recording_formats.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/io/byte_input.h"
#include "core/trace/io/bytes.h"
#include "tests/trace/compressed.h"
#include "tests/trace/import/rtmemtracer_bytes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

Bytes bytes_of(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

std::string text_of(const Bytes& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The decompressed bytes from an offset on.
std::string unpacked(const Bytes& bytes, std::uint64_t first = 0) {
    const auto file = open_memory(bytes, "a.trace");
    const auto input = open_input(*file, {}, {first, false});
    std::string text(std::size_t{1} << 24, '\0');
    text.resize(input->read(std::as_writable_bytes(std::span(text))));
    return text;
}

HmtFile recording_of(const Bytes& trace) {
    ImportFiles files;
    files.files.push_back(open_memory(trace, "a.trace"));
    const RecordingFormat* const format = format_of(*files.files.front());
    if (format == nullptr) throw Error("not recognised");
    Bytes recording;
    const auto sink = write_hmt(create_memory(recording), {.tables_grow = true});
    ThreadPool pool;
    import_recording(*format, files, *sink, pool, {});
    return HmtFile(open_memory(std::move(recording), "a.hmt"));
}

Bytes exported(const HmtFile& file, RtmemtracerVariant variant) {
    Bytes trace;
    const auto out = create_memory(trace);
    export_recorded_sums(file, variant, *out);
    out->commit();
    return trace;
}

std::string sample(const std::string& name) {
    std::ifstream file(std::string(HITMAP_TEST_DATA) + "/trace/data/" + name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

TEST(RtmemtracerExport, GivesImportedTracesBackByteForByte) {
    const std::string example = worked_example();
    for (const std::string& trace :
         {sample("rt_plain.trace"), sample("rt_sample.trace"), gzip(example + example)}) {
        const HmtFile file = recording_of(bytes_of(trace));
        const std::string expected = unpacked(bytes_of(trace));
        EXPECT_TRUE(unpacked(exported(file, RtmemtracerVariant::plain)) == expected);
        const Bytes gbla = exported(file, RtmemtracerVariant::gbla);
        const HmtFile again = recording_of(gbla);
        EXPECT_TRUE(unpacked(exported(again, RtmemtracerVariant::plain)) == expected);
    }
}

TEST(RtmemtracerExport, WritesTheHeaderOfGblaBeforeTheCompressedBytes) {
    const Bytes trace = bytes_of(sample("rt_gbla.trace"));
    const Bytes written = exported(recording_of(trace), RtmemtracerVariant::gbla);
    EXPECT_EQ(text_of(written).substr(0, 100), text_of(trace).substr(0, 100));
    EXPECT_EQ(unpacked(written, 100), unpacked(trace, 100));
}

/// Accesses one after the other, with their outcomes.
class PlainAccesses final : public OutcomeSink {
public:
    struct Access {
        ElementAccess access;
        AccessOutcome outcome;
    };
    void add(const RequestView& /*block*/, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override {
        for (std::size_t i = 0; i < accesses.size(); ++i)
            all.push_back({accesses[i], *outcomes[i]});
    }
    std::vector<Access> all;
};

Bytes traced_statue() {
    TraceOptions options;
    options.width = 40;
    options.height = 32;
    options.sm_count = 2;
    options.warps_per_sm = 3;
    Bytes bytes;
    const auto sink = write_hmt(create_memory(bytes), {});
    ThreadPool pool(1);
    trace_scene(load_scene("builtin:statue?triangles=2000"), options, *sink, pool);
    return bytes;
}

/// The sums of a frame by kind and element, where elements have the numbers of the trace.
struct PlainSum {
    double l1_hits = 0.0;
    double l2_hits = 0.0;
    std::uint64_t l1_lookups = 0;
    std::uint64_t l2_lookups = 0;
};

TEST(RtmemtracerExport, HasTheSumsOfAModelInSixteenFrames) {
    const HmtFile file(open_memory(traced_statue(), "statue.hmt"));
    ThreadPool pool(2);
    const SdcmConfig config{{4U << 10, 64, 64, 4}, {64U << 10, 32, 32, 4}};
    const auto source = request_source(file, pool);
    Bytes trace;
    const auto out = create_memory(trace);
    export_simulated_sums(*source, config, RtmemtracerVariant::gbla, *out, pool);
    const HmtFile read = recording_of(trace);

    PlainAccesses accesses;
    simulate_sdcm(*source, config, accesses, pool);
    const auto scene = file.read_scene();
    const auto read_scene = read.read_scene();
    ASSERT_EQ(read.info().sums.frames, 16U);
    EXPECT_EQ(read_scene->vertices, scene->vertices);
    EXPECT_EQ(read_scene->face_slots.size(), file.info().scene.faces);
    // The numbers of the trace: faces without padding, boxes that were accessed.
    std::vector<std::uint32_t> face_numbers;
    std::uint32_t faces = 0;
    for (std::size_t slot = 0; slot < scene->face_slots.size(); ++slot)
        face_numbers.push_back(scene->is_padding(slot) ? ~0U : faces++);
    std::map<std::uint32_t, std::uint32_t> box_numbers;
    for (const auto& [access, outcome] : accesses.all)
        if (access.kind == box_kind) box_numbers[access.element] = 0;
    std::uint32_t boxes = 0;
    for (auto& [box, number] : box_numbers) {
        number = boxes++;
        EXPECT_EQ(read_scene->boxes[number], scene->boxes[box]);
        EXPECT_LE(scene->box_level[box], 13); // no accesses are moved to ancestors in this tree
    }
    EXPECT_EQ(read_scene->boxes.size(), boxes);

    std::vector<RecordedSum> sums;
    for (std::uint64_t frame = 0; frame < 16; ++frame) {
        std::map<std::pair<ElementKindId, std::uint32_t>, PlainSum> expected;
        std::vector<std::pair<ElementKindId, std::uint32_t>> order;
        const TimeWindow window = frame_window(accesses.all.size(), 16, frame);
        for (std::uint64_t i = window.first; i < window.last; ++i) {
            const auto& [access, outcome] = accesses.all[i];
            const std::uint32_t number = access.kind == box_kind    ? box_numbers[access.element]
                                         : access.kind == face_kind ? face_numbers[access.element]
                                                                    : access.element;
            if (number == ~0U) continue;
            const auto [sum, is_new] = expected.try_emplace({access.kind, number});
            if (is_new) order.emplace_back(access.kind, number);
            sum->second.l1_hits += static_cast<double>(outcome.l1_hits) / hit_unit;
            sum->second.l2_hits += static_cast<double>(outcome.l2_hits) / hit_unit;
            sum->second.l1_lookups += outcome.l1_lookups;
            sum->second.l2_lookups += outcome.l2_lookups;
        }
        read.read_sums(frame, sums);
        ASSERT_EQ(sums.size(), order.size()) << frame;
        for (std::size_t i = 0; i < sums.size(); ++i) {
            EXPECT_EQ(std::pair(sums[i].kind, sums[i].element), order[i]);
            const PlainSum& plain = expected[order[i]];
            EXPECT_EQ(sums[i].l1_hits, static_cast<float>(plain.l1_hits));
            EXPECT_EQ(sums[i].l2_hits, static_cast<float>(plain.l2_hits));
            EXPECT_EQ(sums[i].l1_lookups, plain.l1_lookups);
            EXPECT_EQ(sums[i].l2_lookups, plain.l2_lookups);
        }
    }
}

TEST(RtmemtracerExport, RefusesWhatATraceCannotHold) {
    RecordingInfo info;
    Bytes bytes;
    const auto sink = write_hmt(create_memory(bytes), {});
    sink->begin(info, nullptr);
    sink->finish();
    const HmtFile file(open_memory(bytes, "empty.hmt"));
    ThreadPool pool(1);
    Bytes trace;
    const auto out = create_memory(trace);
    const auto source = request_source(file, pool);
    EXPECT_THROW(export_simulated_sums(*source, {}, RtmemtracerVariant::plain, *out, pool), FileError);
    EXPECT_THROW(export_recorded_sums(file, RtmemtracerVariant::plain, *out), FileError);
}

} // namespace
} // namespace hitmap
