#include "core/base/scratch_file.h"
#include "core/base/scratch_store.h"
#include "tests/base/scoped_variable.h"

#include <gmock/gmock.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <sys/resource.h>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

constexpr std::size_t numbers_a_piece = 700; // so that pieces do not fill a slab
using Piece = std::array<std::uint32_t, numbers_a_piece>;

Piece piece(std::uint32_t first) {
    Piece made{};
    for (std::uint32_t i = 0; i < made.size(); ++i)
        made.at(i) = first + i;
    return made;
}

/// A store whose slabs go to a file as soon as they are full.
ScratchStore store_of_file() {
    return ScratchStore(std::make_shared<ScratchFile>(), 0);
}

std::vector<std::byte*> fill(ScratchStore& store, std::uint32_t pieces) {
    std::vector<std::byte*> places;
    for (std::uint32_t p = 0; p < pieces; ++p) {
        const Piece written = piece(p);
        places.push_back(store.add(sizeof(Piece), 8));
        std::memcpy(places.back(), written.data(), sizeof(Piece));
    }
    return places;
}

void expect_pieces(const std::vector<std::byte*>& places, std::uint32_t first) {
    for (std::uint32_t p = 0; p < places.size(); ++p) {
        Piece found{};
        std::memcpy(found.data(), places[p], sizeof(Piece));
        ASSERT_EQ(found, piece(first + p)) << "piece " << p;
    }
}

TEST(ScratchStore, PiecesKeepTheirPlaceAndContentsInTheFile) {
    ScratchStore store = store_of_file();
    const auto places = fill(store, 4000); // 11 MB: several slabs of the file
    store.drop_pages();
    expect_pieces(places, 0);
    EXPECT_GE(store.bytes(), 4000 * sizeof(Piece));
    const ScratchStore moved = std::move(store);
    expect_pieces(places, 0);
}

TEST(ScratchStore, PiecesInTheFileCanChange) {
    ScratchStore store = store_of_file();
    const auto places = fill(store, 1000);
    for (std::uint32_t p = 0; p < places.size(); ++p) {
        const Piece changed = piece(100'000 + p);
        std::memcpy(places[p], changed.data(), sizeof(Piece));
    }
    store.drop_pages();
    expect_pieces(places, 100'000);
}

TEST(ScratchStore, StaysInMemoryIfTheFileCannotBeWritten) {
    const ScopedVariable folder("TMPDIR", "/proc/no such folder");
    ScratchStore store = store_of_file();
    const auto places = fill(store, 1000);
    store.drop_pages();
    expect_pieces(places, 0);
}

TEST(ScratchStore, StoresShareAFileAndKeepWhatIsInItWithoutIt) {
    const auto file = std::make_shared<ScratchFile>();
    ScratchStore first(file, 0);
    ScratchStore second(file, 0);
    const auto places_of_first = fill(first, 3000);
    (void)fill(second, 3000);
    EXPECT_GT(file->size(), 3000 * sizeof(Piece));
    first.close();
    { const ScratchStore gone = std::move(second); }
    const std::uint64_t size = file->size();
    (void)fill(first, 3000);
    EXPECT_EQ(file->size(), size);
    first.drop_pages();
    expect_pieces(places_of_first, 0);
}

/// No new memory for the process, so that no file can be mapped.
class NoMoreMemory {
public:
    NoMoreMemory() {
        ::getrlimit(RLIMIT_AS, &before_);
        const rlimit none{1, before_.rlim_max};
        ::setrlimit(RLIMIT_AS, &none);
    }
    ~NoMoreMemory() { ::setrlimit(RLIMIT_AS, &before_); }
    NoMoreMemory(const NoMoreMemory&) = delete;
    NoMoreMemory& operator=(const NoMoreMemory&) = delete;

private:
    rlimit before_{};
};

TEST(ScratchMemory, StaysInMemoryIfTheFileCannotBeMapped) {
    constexpr std::size_t size = std::size_t{1} << 20;
    ScratchFile file;
    ScratchMemory memory(size);
    memory.data()[size - 1] = std::byte{5};
    {
        const NoMoreMemory limit;
        EXPECT_FALSE(memory.move_to(file));
    }
    memory.drop_pages();
    EXPECT_EQ(memory.data()[size - 1], std::byte{5});
    EXPECT_TRUE(memory.move_to(file));
    memory.drop_pages();
    EXPECT_EQ(memory.data()[size - 1], std::byte{5});
}

TEST(ScratchStore, TakesPiecesOfAnySize) {
    ScratchStore store = store_of_file();
    const std::size_t large = (std::size_t{5} << 20) + 1;
    std::byte* const a = store.add(large, 0);
    a[large - 1] = std::byte{7};
    std::byte* const b = store.add(1, 8);
    b[0] = std::byte{9};
    EXPECT_EQ(b[8], std::byte{0});
    (void)store.add(large, 0);
    store.drop_pages();
    EXPECT_EQ(a[large - 1], std::byte{7});
    EXPECT_EQ(b[0], std::byte{9});
}

} // namespace
} // namespace hitmap
