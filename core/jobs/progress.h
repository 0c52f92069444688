#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>

namespace hitmap {

/// The progress of a long piece of work, written by workers and readable from any thread at any time. Work
/// with several stages calls begin() for each. `done` and `total` count what the stage counts (bytes,
/// accesses, triangles); total == 0 means "not known".
class Progress {
public:
    struct Snapshot {
        std::string stage; ///< e.g. "building the BVH"; empty before the first begin()
        std::string unit;  ///< what done and total count, e.g. "accesses"; may be empty
        std::uint64_t done = 0;
        std::uint64_t total = 0;   ///< 0: not known
        unsigned stage_number = 0; ///< 1 for the first stage; 0 before that
    };

    /// Starts the next stage and sets `done` to 0.
    void begin(std::string_view stage, std::uint64_t total = 0, std::string_view unit = {});
    /// Adds to `done`. Cheap (one relaxed atomic), but not for innermost loops: call it once per block of
    /// work.
    void add(std::uint64_t amount) { done_.fetch_add(amount, std::memory_order_relaxed); }
    void set(std::uint64_t done) { done_.store(done, std::memory_order_relaxed); }

    [[nodiscard]] Snapshot snapshot() const;

private:
    mutable std::mutex mutex_;
    std::string stage_;
    std::string unit_;
    std::uint64_t total_ = 0;
    unsigned stage_number_ = 0;
    std::atomic<std::uint64_t> done_{0};
};

class OutputFiles;

/// What long work gets besides its input: the request to stop, where to report progress, and the owner of the
/// files that it writes, which publishes them together (null: each file is published when it is complete).
/// All members are optional.
struct JobContext {
    std::stop_token stop{};
    Progress* progress = nullptr;
    OutputFiles* outputs = nullptr;

    /// Throws Cancelled when a stop was requested. Must be called at least every few milliseconds.
    void check() const;
    void begin(std::string_view stage, std::uint64_t total = 0, std::string_view unit = {}) const {
        if (progress != nullptr) progress->begin(stage, total, unit);
    }
    void add(std::uint64_t amount) const {
        if (progress != nullptr) progress->add(amount);
    }
};

} // namespace hitmap
