#pragma once

#include "core/cache/sdcm/sdcm_config.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "tests/kinds/cell_lookups.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <memory>

namespace hitmap::test {

/// A recording as a file that is open.
class OpenCells {
public:
    explicit OpenCells(std::uint32_t seed = 1, CellRecording::Tags tags = CellRecording::Tags::none)
        : recording(cell_recording(seed)),
          file_(written(recording, seed, tags)),
          source_(request_source(file_, pool_)) {}
    [[nodiscard]] const HmtFile& file() const { return file_; }
    [[nodiscard]] RequestSource& source() { return *source_; }
    [[nodiscard]] ThreadPool& pool() { return pool_; }

    CellRecording recording;

private:
    static HmtFile written(const CellRecording& recording, std::uint32_t seed, CellRecording::Tags tags) {
        const auto path = std::filesystem::path(testing::TempDir()) /
                          fmt::format("hitmap_cells_{}_{}.hmt", seed, static_cast<int>(tags));
        recording.write(path.string(), tags);
        return HmtFile(open_file(path));
    }

    ThreadPool pool_{2};
    HmtFile file_;
    std::unique_ptr<RequestSource> source_;
};

/// Caches in which some of the look-ups hit, for plain_sdcm() and for the model.
inline constexpr PlainCaches small_caches{6, 10};
[[nodiscard]] inline SdcmConfig small_sdcm() {
    return {{6 * 128, 128, 128, 6}, {10 * 128, 128, 128, 10}};
}

} // namespace hitmap::test
