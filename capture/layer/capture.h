#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <sys/types.h>

#include "capture/layer/launch_tally.h"
#include "capture/layer/settings.h"
#include "capture/spool/spool_writer.h"

namespace hitmap::capture {

/// The recording of one process: what all its devices write into. All functions may be called by several
/// threads at once.
class Capture {
public:
    explicit Capture(Settings settings);

    [[nodiscard]] const Settings& settings() const { return settings_; }
    /// No: this process was forked from the one whose recording it is.
    [[nodiscard]] bool is_of_this_process() const;

    /// Numbers that are unique in the process.
    std::uint32_t next_device() { return devices_++; }
    std::uint32_t next_buffer() { return buffers_++; }
    std::uint32_t next_table() { return tables_++; }
    std::uint32_t next_pipeline() { return pipelines_++; }
    /// Reserves numbers for at most `most` sites of a module, and returns the first.
    std::uint32_t number_sites(std::uint32_t most) { return sites_.fetch_add(most); }

    template <class Event>
    void write(Event event) {
        if (SpoolWriter* spool = this->spool()) spool->write(std::move(event));
    }
    /// Null if there is no file to write to.
    [[nodiscard]] SpoolWriter* spool();

    [[nodiscard]] LaunchTally& launches() { return launches_; }

    /// Says one sentence on what is not recorded, once in the process, and writes it into the recording.
    void note(const std::string& text);

    /// Ends the recording, at the end of the process: writes the .hmt file, unless `hitmap record` does.
    void finish();

private:
    void convert();

    Settings settings_;
    pid_t process_; ///< a child process inherits the memory, but has a recording of its own (layer.cpp)
    std::atomic<std::uint32_t> devices_{0}, buffers_{0}, tables_{0}, pipelines_{0}, sites_{0};
    LaunchTally launches_;
    std::mutex mutex_;
    std::unique_ptr<SpoolWriter> spool_;
    std::set<std::string> notes_;
    bool finished_ = false;
};

} // namespace hitmap::capture
