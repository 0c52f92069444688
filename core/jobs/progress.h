#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace hitmap {

/// Which part of a whole work is meant: from one share of it to another, 0 to 1.
struct WorkShare {
    double from = 0.0;
    double to = 1.0;
};

/// The progress of a long piece of work, written by workers and readable from any thread at any time. Work
/// with several stages calls begin() for each. `done` and `total` count what the stage counts (bytes,
/// accesses, triangles); total == 0 means "not known". If stages say which share of the work they are, the
/// progress of the whole is known, too.
class Progress {
public:
    struct Snapshot {
        std::string stage; ///< e.g. "building the BVH"; empty before the first begin()
        std::string unit;  ///< what done and total count, e.g. "accesses"; may be empty
        std::uint64_t done = 0;
        std::uint64_t total = 0;   ///< 0: not known
        unsigned stage_number = 0; ///< 1 for the first stage; 0 before that
        /// The share of the whole work that is done, 0 to 1. It is never less than in an earlier snapshot,
        /// also if set() takes back some of `done`. No value: no stage has said its share.
        std::optional<double> whole{};
    };

    /// Starts the next stage and sets `done` to 0.
    /// @param share  which part of the whole work the stage is; no value: the same as the stage before. Where
    ///               several stages are one part, the whole stands still until one is further than those
    ///               before
    void begin(std::string_view stage, std::uint64_t total = 0, std::string_view unit = {},
               const std::optional<WorkShare>& share = {});
    /// Adds to `done`. Cheap (one relaxed atomic), but not for innermost loops: call it once per block of
    /// work.
    void add(std::uint64_t amount) { done_.fetch_add(amount, std::memory_order_relaxed); }
    /// Replaces `done`; it may become less.
    void set(std::uint64_t done) { done_.store(done, std::memory_order_relaxed); }

    [[nodiscard]] Snapshot snapshot() const;

private:
    /// Returns the share of the whole, and keeps it as the least that later calls return. mutex_ is held.
    [[nodiscard]] std::optional<double> whole() const;

    mutable std::mutex mutex_;
    std::string stage_;
    std::string unit_;
    std::uint64_t total_ = 0;
    unsigned stage_number_ = 0;
    std::optional<WorkShare> share_;
    mutable double reached_ = 0.0; ///< the greatest share of the whole that whole() has returned
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
    /// Which part of a larger work this is; no value: the progress of the whole is not told.
    std::optional<WorkShare> share{};

    /// The same work as a whole, so that its parts add up to the progress of all of it.
    [[nodiscard]] JobContext whole() const;
    /// A part of this work. Parts that follow each other should take about their shares of the time. If this
    /// work has no share, the part has none.
    [[nodiscard]] JobContext part(double from, double to) const;
    /// Throws Cancelled when a stop was requested. Must be called at least every few milliseconds.
    void check() const;
    void begin(std::string_view stage, std::uint64_t total = 0, std::string_view unit = {}) const {
        if (progress != nullptr) progress->begin(stage, total, unit, share);
    }
    void add(std::uint64_t amount) const {
        if (progress != nullptr) progress->add(amount);
    }
};

} // namespace hitmap
