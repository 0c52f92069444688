#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

namespace hitmap::test {

/// A temporary folder for results.
class ResultsFolder {
public:
    explicit ResultsFolder(const std::string& name)
        : path(std::filesystem::path(testing::TempDir()) / ("hitmap_sweep_" + name)) {
        std::filesystem::remove_all(path);
    }
    ~ResultsFolder() { std::filesystem::remove_all(path); }
    ResultsFolder(const ResultsFolder&) = delete;
    ResultsFolder& operator=(const ResultsFolder&) = delete;

    /// Contents of all files, by name.
    [[nodiscard]] std::map<std::string, std::string> contents() const {
        std::map<std::string, std::string> files;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
            if (!entry.is_regular_file()) continue;
            std::ostringstream text;
            text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
            files[std::filesystem::relative(entry.path(), path).string()] = text.str();
        }
        return files;
    }
    std::filesystem::path path;
};

} // namespace hitmap::test
