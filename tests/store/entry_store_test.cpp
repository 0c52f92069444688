#include "core/base/error.h"
#include "core/store/content_hash.h"
#include "core/store/entry_store.h"
#include "core/trace/io/byte_stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace hitmap {
namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::string read_text(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void write_text(const fs::path& file, std::string_view text) {
    std::ofstream(file, std::ios::binary) << text;
}

/// A store in a folder of its own.
class EntryStoreTest : public testing::Test {
protected:
    EntryStoreTest() : folder_(fs::path(testing::TempDir()) / "store" / test_name()) {
        fs::remove_all(folder_);
    }
    ~EntryStoreTest() override { fs::remove_all(folder_); }

    static std::string test_name() { return testing::UnitTest::GetInstance()->current_test_info()->name(); }
    static bool keep(const EntryStore& store, const EntryKey& key, std::string_view text) {
        return store.keep(key, [&](ByteSink& out) { out.write(std::as_bytes(std::span(text))); });
    }
    /// The contents of an entry; no value: there is none.
    static std::optional<std::string> text_of(const EntryStore& store, const EntryKey& key) {
        const auto found = store.find(key);
        if (found == nullptr) return std::nullopt;
        std::string text(found->size(), '\0');
        found->read(0, std::as_writable_bytes(std::span(text)));
        return text;
    }
    /// The names of all files in the folder.
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& file : fs::directory_iterator(folder_))
            names.push_back(file.path().filename().string());
        return names;
    }
    /// Sets the time of the last use, in hours before now.
    static void use_before(const EntryStore& store, const EntryKey& key, int hours) {
        fs::last_write_time(store.path_of(key), fs::file_time_type::clock::now() - std::chrono::hours(hours));
    }

    fs::path folder_;
    const EntryKey teapot_{"trace", "teapot"};
    const EntryKey statue_{"trace", "statue"};
    const EntryKey atrium_{"profile", "atrium"};
};

constexpr std::uint64_t plenty = std::uint64_t{1} << 30;
/// An entry has a head of 16 bytes and a key before its contents, and 24 bytes after it.
constexpr std::uint64_t bytes_around = 16 + 6 + 24; // all keys here have 6 letters

TEST_F(EntryStoreTest, FindsWhatWasKept) {
    const EntryStore store(folder_, plenty);
    EXPECT_EQ(text_of(store, teapot_), std::nullopt);
    EXPECT_TRUE(keep(store, teapot_, "a spout"));
    EXPECT_TRUE(keep(store, atrium_, ""));
    EXPECT_EQ(text_of(store, teapot_), "a spout");
    EXPECT_EQ(text_of(store, atrium_), "");
    EXPECT_EQ(text_of(store, statue_), std::nullopt);
    EXPECT_EQ(store.bytes(), 7 + 2 * bytes_around);
    EXPECT_EQ(text_of(EntryStore(folder_, plenty), teapot_), "a spout") << "another start finds it";
}

TEST_F(EntryStoreTest, ReplacesAnEntry) {
    const EntryStore store(folder_, plenty);
    EXPECT_TRUE(keep(store, teapot_, "old"));
    const auto old = store.find(teapot_);
    EXPECT_TRUE(keep(store, teapot_, "newer"));
    EXPECT_EQ(text_of(store, teapot_), "newer");
    std::string text(3, '\0');
    old->read(0, std::as_writable_bytes(std::span(text)));
    EXPECT_EQ(text, "old") << "what was found stays readable";
    EXPECT_THROW(old->read(1, std::as_writable_bytes(std::span(text))), FileError);
    EXPECT_EQ(files().size(), 1U);
}

TEST_F(EntryStoreTest, IsPrivate) {
    const EntryStore store(folder_, plenty);
    EXPECT_TRUE(keep(store, teapot_, "a spout"));
    EXPECT_EQ(fs::status(folder_).permissions(), fs::perms::owner_all);
}

TEST_F(EntryStoreTest, DropsBrokenEntries) {
    const EntryStore store(folder_, plenty);
    ASSERT_TRUE(keep(store, teapot_, "a spout and a lid"));
    const std::string whole = read_text(store.path_of(teapot_));
    ASSERT_EQ(whole.size(), 17 + bytes_around);
    struct Broken {
        const char* what;
        std::string bytes;
    };
    const auto changed = [&](std::size_t at) {
        std::string bytes = whole;
        bytes[at] ^= 1;
        return bytes;
    };
    const Broken table[] = {
        {"empty", ""},
        {"only a head", whole.substr(0, 22)},
        {"cut off", whole.substr(0, whole.size() - 1)},
        {"cut off in the contents", whole.substr(0, 30)},
        {"longer", whole + "x"},
        {"begins differently", changed(0)},
        {"another format", changed(8)},
        {"another length of the key", changed(12)},
        {"another key", changed(16)},
        {"another first byte", changed(22)},
        {"another last byte", changed(38)},
        {"another length", changed(39)},
        {"another hash", changed(whole.size() - 1)},
        {"the entry of another key",
         [&] {
             EXPECT_TRUE(keep(store, statue_, "a pedestal"));
             return read_text(store.path_of(statue_));
         }()},
    };
    for (const Broken& broken : table) {
        write_text(store.path_of(teapot_), broken.bytes);
        EXPECT_EQ(text_of(store, teapot_), std::nullopt) << broken.what;
        EXPECT_FALSE(fs::exists(store.path_of(teapot_))) << broken.what;
    }
    EXPECT_TRUE(keep(store, teapot_, "a spout and a lid"));
    EXPECT_EQ(text_of(store, teapot_), "a spout and a lid") << "it is made anew";
}

TEST_F(EntryStoreTest, RemovesWhatWasNotUsedForLongest) {
    const EntryStore store(folder_, 3 * (10 + bytes_around));
    ASSERT_TRUE(keep(store, teapot_, "0123456789"));
    ASSERT_TRUE(keep(store, statue_, "0123456789"));
    ASSERT_TRUE(keep(store, atrium_, "0123456789"));
    use_before(store, teapot_, 3);
    use_before(store, statue_, 2);
    use_before(store, atrium_, 1);
    EXPECT_NE(store.find(teapot_), nullptr); // which is a use
    const EntryKey another{"trace", "spiral"};
    ASSERT_TRUE(keep(store, another, "0123456789"));
    EXPECT_EQ(text_of(store, statue_), std::nullopt);
    for (const EntryKey& key : {teapot_, atrium_, another})
        EXPECT_EQ(text_of(store, key), "0123456789") << key.text;
}

TEST_F(EntryStoreTest, KeepsWithinItsLimit) {
    EntryStore store(folder_, 30 + 2 * bytes_around);
    EXPECT_FALSE(keep(store, teapot_, std::string(31 + 2 * bytes_around, 'x'))) << "larger than the limit";
    EXPECT_THAT(files(), IsEmpty());
    ASSERT_TRUE(keep(store, teapot_, "0123456789"));
    use_before(store, teapot_, 1);
    ASSERT_TRUE(keep(store, statue_, "0123456789"));
    EXPECT_EQ(files().size(), 2U);
    store.set_limit(10 + bytes_around);
    EXPECT_EQ(text_of(store, teapot_), std::nullopt);
    EXPECT_EQ(text_of(store, statue_), "0123456789");
    store.set_limit(0);
    EXPECT_THAT(files(), IsEmpty());
    EXPECT_FALSE(keep(store, statue_, "0123456789")) << "the cache is off";
    EXPECT_THAT(files(), IsEmpty());
}

TEST_F(EntryStoreTest, ClearsEntriesAlone) {
    const EntryStore store(folder_, plenty);
    ASSERT_TRUE(keep(store, teapot_, "a spout"));
    ASSERT_TRUE(keep(store, atrium_, "columns"));
    write_text(store.path_of(statue_).string() + ".2.part", "left by a program that was killed");
    const char* const others[] = {"notes.txt", "trace-0123.entry", "holiday.part", "x.2.part"};
    for (const char* other : others)
        write_text(folder_ / other, "of the user");
    store.clear();
    EXPECT_THAT(files(), UnorderedElementsAre("notes.txt", "trace-0123.entry", "holiday.part", "x.2.part"));
    EXPECT_EQ(store.bytes(), 0U);
}

TEST_F(EntryStoreTest, RemovesPartsThatAreLeftBehind) {
    const EntryStore store(folder_, plenty);
    ASSERT_TRUE(keep(store, teapot_, "a spout"));
    const fs::path left = store.path_of(statue_).string() + ".part";
    const fs::path in_work = store.path_of(atrium_).string() + ".part";
    write_text(left, "half");
    write_text(in_work, "half");
    fs::last_write_time(left, fs::file_time_type::clock::now() - std::chrono::hours(25));
    ASSERT_TRUE(keep(store, teapot_, "a spout"));
    EXPECT_FALSE(fs::exists(left));
    EXPECT_TRUE(fs::exists(in_work));
}

TEST_F(EntryStoreTest, FailsQuietlyWithoutAFolder) {
    const EntryStore nowhere({}, plenty);
    EXPECT_FALSE(keep(nowhere, teapot_, "a spout"));
    EXPECT_EQ(nowhere.find(teapot_), nullptr);
    nowhere.clear();
    fs::create_directories(folder_.parent_path());
    write_text(folder_, "a file");
    const EntryStore blocked(folder_, plenty);
    EXPECT_FALSE(keep(blocked, teapot_, "a spout"));
    EXPECT_EQ(blocked.find(teapot_), nullptr);
    EXPECT_EQ(blocked.bytes(), 0U);
    EXPECT_EQ(read_text(folder_), "a file");
}

TEST_F(EntryStoreTest, LeavesNothingOfAFailedEntry) {
    const EntryStore store(folder_, plenty);
    EXPECT_FALSE(store.keep(teapot_, [](ByteSink& out) {
        out.write(std::vector<std::byte>(100));
        throw Error("the disk is full");
    }));
    EXPECT_THROW(store.keep(teapot_, [](ByteSink& /*out*/) { throw Cancelled(); }), Cancelled);
    EXPECT_THAT(files(), IsEmpty());
}

TEST_F(EntryStoreTest, ReadingCanBeCancelled) {
    const EntryStore store(folder_, plenty);
    ASSERT_TRUE(keep(store, teapot_, "a spout"));
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW((void)store.find(teapot_, {.stop = stop.get_token()}), Cancelled);
    EXPECT_EQ(text_of(store, teapot_), "a spout") << "it is not taken for broken";
}

/// Threads with stores of their own write one entry and read it. Each finds a whole one.
TEST_F(EntryStoreTest, SeveralWriteOneEntry) {
    std::vector<std::jthread> threads;
    for (const char letter : {'a', 'b', 'c', 'd'})
        threads.emplace_back([this, letter] {
            const EntryStore store(folder_, plenty);
            const std::string mine(100'000, letter);
            for (int round = 0; round < 20; ++round) {
                EXPECT_TRUE(keep(store, teapot_, mine));
                const auto found = text_of(store, teapot_);
                ASSERT_TRUE(found.has_value());
                EXPECT_TRUE(*found == std::string(100'000, found->front()));
            }
        });
    threads.clear();
    EXPECT_EQ(files().size(), 1U);
}

TEST(ContentHash, IsThatOfXxh3) {
    // Of the library's own test vectors: the hash of nothing with seed 0.
    EXPECT_EQ(to_text(content_hash(std::string_view())), "99aa06d3014798d86001c324468d497f");
    const std::string text(3'000'000, 'x');
    EXPECT_EQ(content_hash(*open_memory(std::vector<std::byte>(text.size(), std::byte{'x'}), "x")),
              content_hash(text));
    EXPECT_NE(content_hash(std::string_view("a")), content_hash(std::string_view("b")));
}

} // namespace
} // namespace hitmap
