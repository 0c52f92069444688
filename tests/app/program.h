#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <sys/types.h>

namespace hitmap::test {

struct Outcome {
    int status = -1; ///< exit status; 128 + n if signal n ended the program
    std::string out;
    std::string err;
};

/// A temporary folder in which programs are run. It is removed by the destructor.
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
    /// Returns the contents of all files in the folder and its subfolders, by path. Folders are included with
    /// an empty text and a / after their names. Internal files of hitmap() are omitted.
    [[nodiscard]] std::map<std::string, std::string> files() const;
    void remove(const std::string& name) const;

    /// Runs `hitmap ARGUMENTS` as a shell would, in this folder, without a terminal and without a display.
    /// @param before  shell commands that are executed before, such as "ulimit -v 100000"
    [[nodiscard]] Outcome hitmap(const std::string& arguments, const std::string& before = "true") const;
    /// The same with standard output redirected to a file or device; the outcome has no output.
    [[nodiscard]] Outcome hitmap_into(const std::string& arguments, const std::string& output,
                                      const std::string& before = "true") const;

private:
    std::filesystem::path path_;
};

/// Runs `hitmap ARGUMENTS` in parallel to the test, otherwise like TemporaryFolder::hitmap. Its output is
/// discarded.
class Running {
public:
    Running(const TemporaryFolder& folder, const std::string& arguments);
    /// Ends the program.
    ~Running();
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    /// Waits until it has used this much processor time. Returns false if it ended before.
    bool reach(std::chrono::nanoseconds used) const;
    void send(int signal) const;
    /// Returns the exit status as a shell reports it.
    int wait();
    /// Processor time in total; valid after the program has ended.
    [[nodiscard]] std::chrono::nanoseconds processor_time() const { return used_; }

private:
    pid_t process_;
    bool has_ended_ = false;
    std::chrono::nanoseconds used_{};
};

} // namespace hitmap::test
