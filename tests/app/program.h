#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <sys/types.h>

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
    /// Contents of all files in it and in its folders, by path; folders, too, with an empty text and a /
    /// behind their names. Not what hitmap() keeps there.
    [[nodiscard]] std::map<std::string, std::string> files() const;
    void remove(const std::string& name) const;

    /// Runs `hitmap ARGUMENTS` as a shell would, in this folder, without a terminal and without a display.
    /// @param before  what the shell does before, such as "ulimit -v 100000"
    [[nodiscard]] Outcome hitmap(const std::string& arguments, const std::string& before = "true") const;
    /// The same with standard output in a file or device; the outcome has none.
    [[nodiscard]] Outcome hitmap_into(const std::string& arguments, const std::string& output,
                                      const std::string& before = "true") const;

private:
    std::filesystem::path path_;
};

/// `hitmap ARGUMENTS` beside the test, otherwise as TemporaryFolder::hitmap. Its output is lost.
class Running {
public:
    Running(const TemporaryFolder& folder, const std::string& arguments);
    /// Ends it.
    ~Running();
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    /// Waits until it has used so much processor time. False where it ended before.
    bool reach(std::chrono::nanoseconds used) const;
    void send(int signal) const;
    /// The exit status, as a shell reports it.
    int wait();
    /// That it used in all; known when it has ended.
    [[nodiscard]] std::chrono::nanoseconds processor_time() const { return used_; }

private:
    pid_t process_;
    bool has_ended_ = false;
    std::chrono::nanoseconds used_{};
};

} // namespace hitmap::test
