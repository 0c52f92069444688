#pragma once

#include "core/geometry/scene.h"
#include "core/jobs/progress.h"
#include "core/profile/models/model_choice.h"
#include "core/store/entry_store.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "widgets/session/recording/trace_request.h"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace hitmap {

/// Results that later starts of the program find in the cache on disk: recordings that were traced, and
/// simulations. They are written by a thread of its own, one after the other. Thread-safe.
class StoredResults {
public:
    /// @param version  of the program: differs whenever its results may differ
    StoredResults(std::shared_ptr<EntryStore> store, std::string version);
    /// Abandons what is not written yet.
    ~StoredResults();
    StoredResults(const StoredResults&) = delete;
    StoredResults& operator=(const StoredResults&) = delete;

    /// Returns the key of a recording that is traced from a built-in scene or from a mesh file that names no
    /// other files. No value for other files, and if the file cannot be read. Reads the whole file. Throws
    /// Cancelled.
    [[nodiscard]] std::optional<EntryKey> key_of(const TraceRequest& request, const JobContext& job) const;
    /// The same for the scene of any file, after it was loaded.
    [[nodiscard]] EntryKey key_of(const TraceRequest& request, const Scene& scene) const;
    /// Returns the key of a simulation. No value if such simulations are not kept: those of the hierarchy
    /// model, and of recordings that are incomplete or of sums.
    [[nodiscard]] std::optional<EntryKey> key_of(const HmtFile& file, const ModelChoice& config) const;

    /// Returns the contents of an entry; null if there is none. Throws Cancelled.
    /// @param name  of the contents for messages
    [[nodiscard]] std::unique_ptr<ByteSource> find(const EntryKey& key, const std::string& name,
                                                   const JobContext& job) const;
    /// At most this many entries wait to be written: a recording and a simulation for each of two panes. What
    /// they own stays in memory until then.
    static constexpr std::size_t most_waiting = 4;
    /// Lets the thread write an entry. `write` must own everything that it uses. If too many entries wait,
    /// the oldest of them is not written.
    void keep(EntryKey key, std::function<void(ByteSink&, const JobContext&)> write);
    void remove(const EntryKey& key) const { store_->remove(key); }
    /// Waits until everything is written.
    void wait();

    [[nodiscard]] EntryStore& store() { return *store_; }

private:
    struct Task {
        EntryKey key;
        std::function<void(ByteSink&, const JobContext&)> write;
    };
    void work(const std::stop_token& stop);
    [[nodiscard]] EntryKey trace_key(const TraceRequest& request, const std::string& content) const;

    std::shared_ptr<EntryStore> store_;
    std::string version_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<Task> tasks_; ///< that wait
    bool writing_ = false;   ///< whether another one is in work
    std::jthread thread_;    ///< is started by the first task
};

} // namespace hitmap
