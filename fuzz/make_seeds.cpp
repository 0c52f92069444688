#include "core/trace/hmt/file/hmt_writer.h"
#include "tests/trace/random_recording.h"

#include <cstdio>
#include <filesystem>
#include <string>

/// Writes small recordings into a folder, as seeds for the fuzzer.
int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: make_seeds FOLDER\n");
        return 2;
    }
    const std::filesystem::path folder(argv[1]);
    std::filesystem::create_directories(folder);
    const auto put = [&](const std::string& name, const hitmap::MemoryRecording& recording, bool deflate) {
        hitmap::HmtWriteOptions options;
        options.deflate = deflate;
        options.block_requests = 20;
        hitmap::write(recording, *hitmap::write_hmt(hitmap::create_file(folder / name), options));
    };
    for (std::uint64_t seed = 0; seed < 24; ++seed)
        put("random-" + std::to_string(seed), hitmap::random_recording(seed, seed * 2), seed % 4 == 0);
    for (const std::uint32_t side : {1U, 3U, 5U}) {
        put("grid-" + std::to_string(side), hitmap::grid_recording(side, 60), false);
        put("grid-deflated-" + std::to_string(side), hitmap::grid_recording(side, 60), true);
    }
    return 0;
}
