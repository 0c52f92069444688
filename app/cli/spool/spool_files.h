#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hitmap {

/// The spool of one process that the layer recorded, OUTPUT.RUN.PROCESS.spool.
struct SpoolFile {
    std::filesystem::path path;
    std::string output; ///< of the process: with its number in the place of %p
    std::string run;
    unsigned long process = 0;
};

/// A part of the names of spools that no other run of `hitmap record` has, so that each collects its own.
[[nodiscard]] std::string new_run();

/// The output that the layer gets in a run.
[[nodiscard]] std::string output_of_run(const std::string& output, const std::string& run);

/// The spools of processes of a run that record into `output`, in which %p stands for the number of the
/// process, by the number of the process.
[[nodiscard]] std::vector<SpoolFile> spool_files(const std::string& output, const std::string& run);

/// The spools of all runs that record into `output`.
[[nodiscard]] std::vector<SpoolFile> all_spool_files(const std::string& output);

/// The output with a number before its suffix: out.hmt becomes out.2.hmt.
[[nodiscard]] std::string numbered(const std::string& output, std::size_t number);

} // namespace hitmap
