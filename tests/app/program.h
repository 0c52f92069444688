#pragma once

#include <filesystem>
#include <string>

namespace hitmap::test {

struct Outcome {
    int status = -1; ///< exit status; 128 + n when signal n ended the program
    std::string out;
    std::string err;
};

/// A folder of its own that goes away with it; programs run in it.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    void write(const std::string& name, const std::string& text) const;
    [[nodiscard]] std::string read(const std::string& name) const;
    [[nodiscard]] bool has(const std::string& name) const { return std::filesystem::exists(path_ / name); }

    /// Runs `hitmap ARGUMENTS` as a shell would, in this folder, without a terminal and without a display.
    [[nodiscard]] Outcome hitmap(const std::string& arguments) const;
    /// The same with standard output in a file or device; the outcome has none.
    [[nodiscard]] Outcome hitmap_into(const std::string& arguments, const std::string& output) const;

private:
    std::filesystem::path path_;
};

} // namespace hitmap::test
