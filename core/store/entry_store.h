#pragma once

#include "core/jobs/progress.h"
#include "core/trace/io/byte_stream.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace hitmap {

/// What the contents of an entry depend on.
struct EntryKey {
    std::string kind; ///< lower-case letters; the name of the file begins with it
    /// Everything that determines the contents: hashes of inputs, options, the format of the contents, the
    /// version of the program.
    std::string text;
};

/// A cache on disk: a folder of files that can be made anew. Several programs may use a folder at the same
/// time. When the entries exceed the size limit, those that were used least recently are removed. Whatever
/// goes wrong with the folder, its disk or an entry is not an error: the entry is missing. Only files with
/// the names of entries are touched. Thread-safe.
class EntryStore {
public:
    /// @param folder  is created when an entry is kept; empty: nothing is kept
    /// @param limit   bytes of all entries together; 0: nothing is kept, and nothing is found
    explicit EntryStore(std::filesystem::path folder, std::uint64_t limit);

    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
    [[nodiscard]] std::uint64_t limit() const { return limit_; }
    /// Removes entries beyond the new limit.
    void set_limit(std::uint64_t bytes);

    /// Returns the contents of the entry, which counts as used now. Null if there is none; an entry that is
    /// damaged is removed. The contents stay readable after the entry was removed. Throws Cancelled.
    /// @param name  of the contents for messages; empty: that of the file
    [[nodiscard]] std::unique_ptr<ByteSource> find(const EntryKey& key, const JobContext& job = {},
                                                   const std::string& name = {}) const;
    /// Makes an entry of what `write` writes, in the place of an older one. Returns false if it was not kept:
    /// it is larger than the limit, or it cannot be written. `write` need not call commit(). Throws
    /// Cancelled.
    bool keep(const EntryKey& key, const std::function<void(ByteSink&)>& write) const;
    /// Removes an entry whose contents turned out to be unusable.
    void remove(const EntryKey& key) const;
    /// Removes all entries.
    void clear() const;
    /// Returns the size of all entries in bytes.
    [[nodiscard]] std::uint64_t bytes() const;

    /// Returns where the entry is or would be.
    [[nodiscard]] std::filesystem::path path_of(const EntryKey& key) const;

private:
    void remove_beyond_limit() const;

    std::filesystem::path folder_;
    std::atomic<std::uint64_t> limit_;
};

} // namespace hitmap
