#include "app/figure/figure_store.h"
#include "core/base/error.h"
#include "core/profile/models/model_texts.h"
#include "core/relayout/model/relayout_settings.h"
#include "core/trace/hmt/file/write_recording.h"
#include "tests/geometry/temporary_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace hitmap {
namespace {

/// A recording that changes while it is open, as that of a program that runs again.
class ChangedRecording : public testing::Test {
protected:
    /// Writes another recording, by the number of its triangles.
    void write(const std::string& triangles) {
        FigureRecording traced;
        traced.name = "traced";
        traced.scene.spec = "builtin:teapot?triangles=" + triangles;
        traced.options.width = 4;
        traced.options.height = 4;
        FigureStore store(pool_);
        write_recording(*store.material(traced, {}).file, create_file(recording_.file), pool_);
    }
    [[nodiscard]] std::uint64_t faces_of(const FigureMaterial& material) const {
        return material.scene->face_slots.size();
    }

    test::TemporaryFolder folder_;
    ThreadPool pool_{1};
    FigureStore store_{pool_};
    const FigureRecording recording_ = [this] {
        FigureRecording recording;
        recording.name = "a";
        recording.file = folder_.path("a.hmt");
        return recording;
    }();
    const ExperimentCache cache_{"default", ModelTexts().resolve()};
};

TEST_F(ChangedRecording, IsOpenedAgainWhenItsHashIsKnown) {
    write("200");
    const std::uint64_t before = faces_of(store_.material(recording_, {}));
    const auto simulated = store_.profile(recording_, cache_, false, {});
    write("800");
    FigureRecording hashed = recording_;
    hashed.crc = crc_of_file(recording_.file);
    EXPECT_GT(faces_of(store_.material(hashed, {})), before);
    EXPECT_NE(store_.profile(hashed, cache_, false, {}), simulated) << "that is of the former bytes";
    hashed.crc = *hashed.crc + 1;
    EXPECT_THROW((void)store_.material(hashed, {}), FileError);
}

TEST_F(ChangedRecording, IsOpenedOnOtherSms) {
    write("200");
    FigureRecording dealt = recording_;
    dealt.dealt_sms = 3;
    EXPECT_EQ(store_.material(dealt, {}).file->info().device.sm_count, 3U);
    EXPECT_EQ(store_.material(recording_, {}).file->info().device.sm_count, TraceOptions().sm_count);
}

TEST_F(ChangedRecording, IsNotTakenFromAPane) {
    write("200");
    FigureStore pane(pool_);
    const auto adopt = [&](FigureStore& store) {
        const FigureMaterial& open = pane.material(recording_, {});
        FigureMaterial shared{open.file, open.scene};
        shared.stamp = open.stamp;
        store.adopt(recording_, std::move(shared), cache_, pane.profile(recording_, cache_, false, {}));
    };
    adopt(store_);
    EXPECT_EQ(store_.material(recording_, {}).file, pane.material(recording_, {}).file);
    EXPECT_EQ(store_.profile(recording_, cache_, false, {}), pane.profile(recording_, cache_, false, {}));
    write("800");
    FigureStore later(pool_);
    adopt(later);
    EXPECT_GT(faces_of(later.material(recording_, {})), faces_of(pane.material(recording_, {})));
    EXPECT_NE(later.profile(recording_, cache_, false, {}), pane.profile(recording_, cache_, false, {}));
}

TEST_F(ChangedRecording, IsReadInTheMemoryLayoutAndThePartThatAreAskedFor) {
    write("200");
    const auto option = [&](const FigureRecording& recording, const std::string& name) {
        for (const auto& [key, value] : store_.material(recording, {}).file->info().options)
            if (key == name) return value;
        return std::string();
    };
    FigureRecording relaid = recording_;
    relaid.relayouts = {parse_relayout("vertex-order=random"), parse_relayout("layout=soa")};
    EXPECT_EQ(option(recording_, "vertex-order"), "keep");
    EXPECT_EQ(option(relaid, "vertex-order"), "random");
    EXPECT_EQ(option(relaid, "layout"), "soa");
    EXPECT_NE(store_.profile(relaid, cache_, false, {}), store_.profile(recording_, cache_, false, {}));
    FigureRecording part = relaid;
    part.part.requests = {0, 3};
    EXPECT_EQ(store_.material(part, {}).file->info().requests, 3U);
    EXPECT_EQ(option(part, "layout"), "soa");
    part.relayouts.push_back(parse_relayout("stride=none=64"));
    try {
        (void)store_.material(part, {});
        ADD_FAILURE() << "accepted";
    } catch (const FileError& error) {
        EXPECT_EQ(error.file(), recording_.file);
    }
}

} // namespace
} // namespace hitmap
