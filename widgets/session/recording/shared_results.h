#pragma once

#include "core/base/error.h"
#include "core/jobs/progress.h"

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace hitmap {

/// Immutable results that are computed once and shared as long as they are referenced. Thread-safe: a request
/// for a result that another thread is computing waits for it.
template <class Key, class Value>
class SharedResults {
public:
    /// Returns the result of `key`. If no reference to it exists, it is computed by `make()`. Throws what
    /// `make` throws (the next request tries again) and Cancelled.
    template <class Make>
    std::shared_ptr<const Value> get(const Key& key, const JobContext& job, const Make& make) {
        {
            std::unique_lock lock(mutex_);
            if (!changed_.wait(lock, job.stop, [&] { return !entries_[key].busy; })) throw Cancelled();
            if (auto held = entries_[key].result.lock()) return held;
            entries_[key].busy = true;
        }
        std::shared_ptr<const Value> made;
        try {
            made = make();
        } catch (...) {
            release(key, nullptr);
            throw;
        }
        release(key, made);
        return made;
    }

    /// Makes the next get() compute the result again. Existing references keep the old one.
    void forget(const Key& key) {
        const std::scoped_lock lock(mutex_);
        entries_[key].result.reset();
    }

    /// Sets the result that get() returns as long as it is referenced.
    void put(const Key& key, const std::shared_ptr<const Value>& value) {
        const std::scoped_lock lock(mutex_);
        entries_[key].result = value;
    }

private:
    struct Entry {
        std::weak_ptr<const Value> result;
        bool busy = false;
    };

    void release(const Key& key, const std::shared_ptr<const Value>& made) {
        {
            const std::scoped_lock lock(mutex_);
            Entry& entry = entries_[key];
            entry.busy = false;
            entry.result = made;
            std::erase_if(entries_, [](const auto& other) {
                return !other.second.busy && other.second.result.expired();
            });
        }
        changed_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::map<Key, Entry> entries_;
};

} // namespace hitmap
