// A layout of an earlier recording of the same program, whose buffers are at other addresses now.
#include "core/jobs/thread_pool.h"
#include "core/layout/apply/apply_layout.h"
#include "core/layout/apply/moved_layout.h"
#include "core/layout/apply/open_laid_out.h"
#include "core/layout/derive/derive_layout.h"
#include "core/layout/model/layout_json.h"
#include "tests/layout/mesh_scene.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace hitmap::test {
namespace {

/// "nodes 1000 64 boxes; faces 2000 24": name, address (hexadecimal), bytes and role of each buffer.
RecordingLayout layout_of_text(const std::string& text) {
    RecordingLayout layout;
    std::istringstream words(text);
    std::string role;
    BufferLayout buffer;
    for (std::string address; words >> buffer.name >> address >> buffer.bytes >> role;) {
        if (buffer.name == "-") buffer.name.clear();
        buffer.address = std::stoull(address, nullptr, 16);
        buffer.role = role.starts_with("boxes") ? Role::boxes : Role::other;
        buffer.stride = buffer.element_bytes = role.starts_with("boxes") ? 32 : 0;
        layout.buffers.push_back(buffer);
    }
    return layout;
}

struct Move {
    const char* layout;
    const char* recording;
    const char* result; ///< addresses, or the word of refusal
};
class MovedLayouts : public testing::TestWithParam<Move> {};

TEST_P(MovedLayouts, FitTheRecordingOrAreRefused) {
    RecordingInfo info;
    for (const BufferLayout& buffer : layout_of_text(GetParam().recording).buffers) {
        Allocation& a = info.allocations.emplace_back();
        a.name = buffer.name;
        a.address = buffer.address;
        a.bytes = buffer.bytes;
    }
    const MovedLayout moved = moved_to(info, layout_of_text(GetParam().layout));
    std::string text;
    for (const BufferLayout& buffer : moved.layout.buffers)
        text += fmt::format("{}{:x}", text.empty() ? "" : " ", buffer.address);
    if (moved.is_doubtful) text = "doubtful";
    if (!moved.refusal.empty()) text = "refused";
    EXPECT_EQ(text, GetParam().result) << moved.refusal;
}

INSTANTIATE_TEST_SUITE_P(
    All, MovedLayouts,
    testing::Values(Move{"n 1000 64 boxes f 2000 24 other", "n 1000 64 - f 2000 24 -", "1000 2000"},
                    Move{"n 1000 64 boxes f 2000 24 other", "n 8000 64 - f 9000 24 -", "8000 9000"},
                    Move{"n 1000 64 boxes f 2000 24 other", "n 8000 64 - f 2000 24 -", "8000 2000"},
                    // Another one begins where the old one was.
                    Move{"n 1000 64 boxes f 2000 24 other", "f 1000 24 - n 8000 64 -", "8000 1000"},
                    // A row that was renamed, or is a part of an allocation, is in its place.
                    Move{"tree 1000 64 boxes f 2000 24 other", "n 1000 64 - f 2000 24 -", "1000 2000"},
                    Move{"n 1000 32 boxes n2 1020 32 boxes", "n 1000 64 -", "1000 1020"},
                    // Such a row has no place among moved ones.
                    Move{"tree 1000 64 boxes f 2000 24 other", "n 8000 64 - f 9000 24 -", "refused"},
                    Move{"n 1000 64 boxes f 2000 24 other", "n 8000 96 - f 9000 24 -", "refused"},
                    // Those of one name and size must be alike, or nothing says which is which.
                    Move{"b 1000 64 boxes b 2000 64 boxes", "b 8000 64 - b 9000 64 -", "8000 9000"},
                    Move{"b 1000 64 boxes b 2000 64 other", "b 8000 64 - b 9000 64 -", "refused"},
                    Move{"b 1000 64 boxes b 2000 64 boxes", "b 8000 64 -", "refused"},
                    Move{"b 1000 64 boxes b 2000 64 boxes", "b 1000 64 - b 9000 64 -", "1000 9000"},
                    // A name of its own counts only where the recording has names.
                    Move{"boxes 1000 64 boxes", "- 8000 64 -", "8000"},
                    Move{"boxes 1000 64 boxes", "x 8000 64 -", "doubtful"},
                    Move{"boxes 1000 64 boxes", "", "1000"}));

/// A recording in a file, with its layout beside it.
class RecordedAgain : public testing::Test {
protected:
    RecordedAgain() { std::filesystem::create_directories(folder_); }
    ~RecordedAgain() override { std::filesystem::remove_all(folder_); }
    void record(const SceneAddresses& addresses, std::uint32_t vertices = 10) const {
        const MeshScene scene = scene_of({strip(vertices, 0), strip(8, 10)});
        std::vector<std::uint32_t> read;
        for (std::uint32_t slot = 0; slot < scene.faces.size(); ++slot)
            read.push_back(slot);
        const auto bytes = scene_recording_bytes(scene, {}, read, addresses);
        std::ofstream(recording_, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }
    void write_layout_beside() const {
        ThreadPool pool(2);
        write_layout(layout_path(recording_), derive_layout(HmtFile(open_file(recording_)), pool));
    }
    const std::filesystem::path folder_ =
        std::filesystem::path(testing::TempDir()) / ("recorded_again_" + std::to_string(getpid()));
    const std::filesystem::path recording_ = folder_ / "run.hmt";
    const SceneAddresses elsewhere_{0x710000, 0x720000, 0x740000, 0x760000, 0x780000};
};

bool has_option(const HmtFile& file, std::string_view option, std::string_view part) {
    for (const auto& [key, value] : file.info().options)
        if (key == option && value.find(part) != std::string::npos) return true;
    return false;
}

TEST_F(RecordedAgain, TheLayoutMovesToTheNewAddresses) {
    record({});
    write_layout_beside();
    const HmtFile before(open_laid_out(recording_, {}, {}).bytes);
    record(elsewhere_);
    LaidOutRecording opened = open_laid_out(recording_, {}, {});
    EXPECT_EQ(opened.layout, layout_path(recording_));
    const HmtFile after(std::move(opened.bytes));
    EXPECT_GT(after.info().element_accesses[face_kind], 0);
    EXPECT_EQ(after.info().element_accesses, before.info().element_accesses);
    EXPECT_EQ(after.info().allocations[1].address, 0x720000);
    EXPECT_TRUE(has_option(after, layout_note_option, "4 of its 4 allocations were moved"));
}

TEST_F(RecordedAgain, TheLayoutOfAnotherSceneIsNotAppliedAndThatIsSaid) {
    record({});
    write_layout_beside();
    record(elsewhere_, 12);
    LaidOutRecording opened = open_laid_out(recording_, {}, {});
    EXPECT_TRUE(opened.layout.empty());
    EXPECT_THAT(opened.refusal,
                testing::StartsWith("the layout beside the recording is not applied: it has "));
    const HmtFile after(std::move(opened.bytes));
    EXPECT_EQ(after.info().allocations[1].address, 0x720000) << "those of the recording";
    EXPECT_EQ(after.info().requests, HmtFile(open_file(recording_)).info().requests);
    EXPECT_TRUE(has_option(after, import_warning_option, opened.refusal));
    EXPECT_TRUE(is_layout_warning(opened.refusal));
    // A layout that the user names is applied, with the warning that nothing accesses its allocations.
    const HmtFile named(open_laid_out(recording_, layout_path(recording_), {}).bytes);
    EXPECT_EQ(named.info().allocations[1].address, 0x20000);
    EXPECT_TRUE(has_option(named, import_warning_option, unused_layout_warning));
}

} // namespace
} // namespace hitmap::test
