#include "core/base/error.h"
#include "core/cache/gpu/preset_library.h"
#include "core/store/entry_store.h"
#include "widgets/session/recording/library.h"
#include "widgets/session/recording/stored_results.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <gtest/gtest.h>

#include <fstream>
#include <future>
#include <memory>
#include <string>

namespace hitmap {
namespace {

/// One start of the program with a cache folder.
class Start {
public:
    explicit Start(const QTemporaryDir& folder, const std::string& version = "1")
        : kept_(std::make_shared<StoredResults>(
              std::make_shared<EntryStore>(folder.filePath(QStringLiteral("cache")).toStdString(),
                                           std::uint64_t{1} << 30),
              version)) {
        library_.store_results_in(kept_);
    }

    std::shared_ptr<const OpenRecording> open(const std::string& spec) {
        auto recording = library_.recording(spec, {});
        kept_->wait();
        return recording;
    }
    std::shared_ptr<const Simulation> simulate(const std::string& spec, const ModelChoice& config = {}) {
        auto simulation = library_.simulation(open(spec), config, {});
        kept_->wait();
        return simulation;
    }
    Library& library() { return library_; }
    StoredResults& kept() { return *kept_; }

private:
    ThreadPool pool_{2};
    std::shared_ptr<StoredResults> kept_;
    Library library_{pool_};
};

class StoredResultsTest : public testing::Test {
protected:
    StoredResultsTest() { write("square.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n"); }
    std::string path(const char* name) const {
        return folder_.filePath(QString::fromLatin1(name)).toStdString();
    }
    void write(const char* name, const std::string& text) const {
        std::ofstream(path(name), std::ios::binary) << text;
    }
    QStringList entries() const {
        return QDir(folder_.filePath(QStringLiteral("cache"))).entryList(QDir::Files);
    }
    std::string small(const std::string& scene, const std::string& options = {}) const {
        return "trace:--resolution=32x32 " + options + "-- " + scene;
    }

    QTemporaryDir folder_;
};

TEST_F(StoredResultsTest, TheNextStartFindsTracesAndSimulations) {
    const std::string specs[] = {small("builtin:statue?triangles=1000"), small(path("square.obj"))};
    for (const std::string& spec : specs) {
        const auto first = Start(folder_).simulate(spec);
        EXPECT_FALSE(first->recording->from_cache) << spec;
        EXPECT_FALSE(first->from_cache) << spec;
        Start again(folder_);
        const auto second = again.simulate(spec);
        EXPECT_TRUE(second->recording->from_cache) << spec;
        EXPECT_TRUE(second->from_cache) << spec;
        EXPECT_TRUE(second->recording->traced);
        EXPECT_EQ(second->recording->name, first->recording->name);
        EXPECT_EQ(second->recording->file->name(), first->recording->file->name());
        EXPECT_EQ(second->recording->info().options, first->recording->info().options);
        EXPECT_EQ(second->recording->camera, first->recording->camera);
        EXPECT_GT(second->totals[face_kind].accesses, 0U);
        EXPECT_EQ(second->totals, first->totals);
    }
}

TEST_F(StoredResultsTest, AFileOfRequestsHasKeptSimulations) {
    const std::string file = path("a.hmt");
    {
        Start start(folder_);
        (void)saved_recording(*start.open(small("builtin:statue?triangles=1000")), file);
        EXPECT_FALSE(start.simulate(file)->from_cache);
    }
    ASSERT_TRUE(QFile::rename(QString::fromStdString(file), folder_.filePath(QStringLiteral("b.hmt"))));
    EXPECT_TRUE(Start(folder_).simulate(path("b.hmt"))->from_cache) << "of the same contents";
}

TEST_F(StoredResultsTest, AFileWithDamagedDataIsRefusedAlthoughItsSimulationIsKept) {
    const std::string file = path("a.hmt");
    std::uint64_t middle = 0;
    {
        Start start(folder_);
        const auto saved = saved_recording(*start.open(small("builtin:statue?triangles=1000")), file);
        const auto [begin, end] = saved->file->block_bytes(0);
        middle = (begin + end) / 2;
        EXPECT_FALSE(start.simulate(file)->from_cache);
    }
    const auto flip = [&] {
        std::fstream bytes(file, std::ios::binary | std::ios::in | std::ios::out);
        char found[8];
        bytes.seekg(static_cast<std::streamoff>(middle)).read(found, sizeof found);
        for (char& c : found)
            c = static_cast<char>(~c);
        bytes.seekp(static_cast<std::streamoff>(middle)).write(found, sizeof found);
        ASSERT_TRUE(bytes.good());
    };
    const auto complaint = [&](const QTemporaryDir& folder) -> std::string {
        try {
            (void)Start(folder).simulate(file);
        } catch (const FileError& error) {
            return error.what();
        }
        return "";
    };
    flip();
    const QTemporaryDir without_entries;
    const std::string expected = complaint(without_entries);
    EXPECT_NE(expected.find("a.hmt: chunk "), std::string::npos) << expected;
    EXPECT_NE(expected.find("expected CRC "), std::string::npos) << expected;
    EXPECT_EQ(complaint(folder_), expected);
    flip();
    EXPECT_TRUE(Start(folder_).simulate(file)->from_cache) << "the entry of the sound file is still there";
}

TEST_F(StoredResultsTest, ASimulationThatIsNotWrittenIsStillFound) {
    const std::string spec = small("builtin:statue?triangles=1000");
    const auto simulate_unwritten = [&] {
        Start start(folder_);
        const auto simulation = start.library().simulation(start.open(spec), {}, {}, {}, false);
        start.kept().wait();
        return simulation;
    };
    EXPECT_FALSE(simulate_unwritten()->from_cache);
    EXPECT_EQ(entries().size(), 1) << "the recording alone";
    EXPECT_FALSE(Start(folder_).simulate(spec)->from_cache);
    EXPECT_TRUE(simulate_unwritten()->from_cache);
}

using NoTsanStoredResultsTest = StoredResultsTest;

TEST_F(NoTsanStoredResultsTest, WhateverMattersIsPartOfTheKey) {
    const std::string spec = small(path("square.obj"));
    (void)Start(folder_).simulate(spec);
    EXPECT_FALSE(Start(folder_).open(small(path("square.obj"), "--kernel=if-if "))->from_cache);
    EXPECT_FALSE(Start(folder_).open(small(path("square.obj"), "--up=z "))->from_cache);
    EXPECT_FALSE(Start(folder_, "2").open(spec)->from_cache) << "another build of the program";
    Start caches(folder_);
    ModelChoice larger;
    larger.l1 = parse_cache_geometry("64KiB:128:64");
    EXPECT_FALSE(caches.simulate(spec, larger)->from_cache);
    EXPECT_FALSE(caches.simulate(spec, {.only = {.allocation = "faces"}})->from_cache);
    EXPECT_TRUE(caches.simulate(spec)->from_cache);
    write("square.obj", "v 0 0 0\nv 1 0 0\nv 1 2 0\nv 0 1 0\nf 1 2 3 4\n");
    EXPECT_FALSE(Start(folder_).open(spec)->from_cache) << "the file has changed";
    write("square.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n");
    EXPECT_TRUE(Start(folder_).open(spec)->from_cache) << "as it was before";
}

/// The mesh of a glTF file is in another file, whose contents matter although the first file is the same.
TEST_F(NoTsanStoredResultsTest, AFileThatAMeshNamesIsPartOfTheKey) {
    const auto write_corner = [&](float x) {
        const float corners[9] = {0, 0, 0, x, 0, 0, 0, 1, 0};
        std::ofstream(path("corners.bin"), std::ios::binary)
            .write(reinterpret_cast<const char*>(corners), sizeof corners);
    };
    write("corner.gltf", R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
        "nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
        "buffers":[{"uri":"corners.bin","byteLength":36}],"bufferViews":[{"buffer":0,"byteLength":36}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3",
                      "min":[0,0,0],"max":[3,1,0]}]})");
    const std::string spec = small(path("corner.gltf"));
    write_corner(1);
    EXPECT_FALSE(Start(folder_).open(spec)->from_cache);
    EXPECT_TRUE(Start(folder_).open(spec)->from_cache);
    write_corner(2);
    EXPECT_FALSE(Start(folder_).open(spec)->from_cache);
}

TEST_F(StoredResultsTest, BrokenEntriesAreMadeAnew) {
    const std::string spec = small("builtin:statue?triangles=1000");
    const auto first = Start(folder_).simulate(spec);
    ASSERT_EQ(entries().size(), 2);
    for (const QString& entry : entries()) {
        QFile file(folder_.filePath(QStringLiteral("cache/") + entry));
        ASSERT_TRUE(file.resize(file.size() / 2));
    }
    const auto second = Start(folder_).simulate(spec);
    EXPECT_FALSE(second->recording->from_cache);
    EXPECT_FALSE(second->from_cache);
    EXPECT_EQ(second->totals, first->totals);
    EXPECT_TRUE(Start(folder_).simulate(spec)->from_cache);
}

/// Entries with a right hash whose contents are none, as a program with an error might have written them.
TEST_F(NoTsanStoredResultsTest, ContentsThatCannotBeReadAreMadeAnew) {
    const std::string spec = small("builtin:statue?triangles=1000");
    const auto first = Start(folder_).simulate(spec);
    {
        Start start(folder_);
        StoredResults& kept = start.kept();
        const auto write = [](ByteSink& out, const JobContext& /*job*/) {
            out.write(std::vector<std::byte>(1000));
        };
        kept.keep(*kept.key_of(trace_request(spec), JobContext()), write);
        kept.keep(*kept.key_of(*first->recording->file, ModelChoice()), write);
        kept.wait();
    }
    const auto second = Start(folder_).simulate(spec);
    EXPECT_FALSE(second->recording->from_cache);
    EXPECT_FALSE(second->from_cache);
    EXPECT_EQ(second->totals, first->totals);
}

TEST_F(StoredResultsTest, TheOldestOfTooManyWaitingEntriesAreNotWritten) {
    Start start(folder_);
    std::promise<void> first_begins;
    std::promise<void> first_may_end;
    std::string written;
    start.kept().keep({"test", "first"}, [&](ByteSink& /*out*/, const JobContext& /*job*/) {
        first_begins.set_value();
        first_may_end.get_future().wait();
    });
    first_begins.get_future().wait();
    const std::size_t most = StoredResults::most_waiting;
    for (std::size_t i = 0; i < most + 2; ++i)
        start.kept().keep({"test", std::to_string(i)},
                          [&written, i](ByteSink& /*out*/, const JobContext& /*job*/) {
                              written += std::to_string(i) + " ";
                          });
    first_may_end.set_value();
    start.kept().wait();
    EXPECT_EQ(most, 4U);
    EXPECT_EQ(written, "2 3 4 5 ");
}

TEST_F(StoredResultsTest, AForgottenRecordingIsTracedAnew) {
    const std::string spec = small("builtin:statue?triangles=1000");
    (void)Start(folder_).open(spec);
    Start start(folder_);
    start.library().forget(spec);
    EXPECT_FALSE(start.open(spec)->from_cache);
    EXPECT_TRUE(start.open(spec)->from_cache) << "it was kept again";
}

TEST_F(StoredResultsTest, TheHierarchyModelIsNotKept) {
    Start start(folder_);
    const auto recording = start.open(small("builtin:statue?triangles=1000"));
    const ModelChoice hierarchy = choice_of(find_gpu_preset("turing-t4"), "turing-t4");
    EXPECT_EQ(start.kept().key_of(*recording->file, hierarchy), std::nullopt);
    EXPECT_FALSE(start.library().simulation(recording, hierarchy, {})->from_cache);
    start.kept().wait();
    EXPECT_EQ(entries().size(), 1) << "the recording alone";
}

} // namespace
} // namespace hitmap
