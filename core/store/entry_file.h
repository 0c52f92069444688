#pragma once

#include "core/jobs/part_file.h"
#include "core/jobs/progress.h"
#include "core/store/content_hash.h"
#include "core/trace/io/byte_stream.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace hitmap {

// The file of an entry of the cache:
//
//   "HMCACHE\n"  u32 format  u32 bytes of the key  key  contents  u64 bytes of the contents  hash of them
//
// Numbers are little-endian. The hash is that of core/store/content_hash.h.

/// Writes the contents of an entry between its key and its hash.
class EntryWriter final : public ByteSink {
public:
    /// Writes the key. `file` must outlive the writer.
    /// @param most  the most bytes that the contents may take
    EntryWriter(PartFile& file, std::string_view key, std::uint64_t most);
    /// Throws FileError (disk full, ...), Error (more bytes than allowed).
    void write(std::span<const std::byte> bytes) override;
    /// Writes the hash and passes everything to the system. Throws FileError.
    void commit() override;

private:
    PartFile& file_;
    ContentHasher hasher_;
    std::uint64_t written_ = 0;
    std::uint64_t most_;
};

/// Reads a whole entry and checks it. Returns its contents, which refer to `file`. Throws FileError (cannot
/// be read, is not an entry, belongs to another key, is damaged), Cancelled.
/// @param name  of the contents for messages
[[nodiscard]] std::unique_ptr<ByteSource> entry_contents(std::unique_ptr<ByteSource> file,
                                                         std::string_view key, const std::string& name,
                                                         const JobContext& job);

} // namespace hitmap
