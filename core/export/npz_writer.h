#pragma once

#include "core/base/text/npy_header.h"
#include "core/export/temporary_file.h"
#include "core/jobs/progress.h"
#include "core/trace/io/byte_stream.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// Writes arrays as a file that numpy.load() opens: a zip archive (zip64 where needed) of deflated .npy
/// files. All functions throw FileError, add() and commit() also Cancelled. The archive is made in a
/// temporary file, so that the output need not be a file in which one can seek.
class NpzWriter {
public:
    /// @param folder  for temporary files
    NpzWriter(std::unique_ptr<ByteSink> out, std::filesystem::path folder, const JobContext& job);
    ~NpzWriter();
    NpzWriter(const NpzWriter&) = delete;
    NpzWriter& operator=(const NpzWriter&) = delete;

    template <class T>
    void add(std::string_view name, const std::vector<T>& values, const ArrayShape& shape) {
        begin(name, numpy_type<T>(), sizeof(T), shape);
        append(std::as_bytes(std::span(values)));
        end();
    }
    /// The items of one dimension, whose bytes were appended to `file`.
    void add(std::string_view name, const std::string& type, std::size_t item_bytes, const ArrayShape& shape,
             TemporaryFile& file);
    void commit();

    /// The folder for temporary files.
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
    [[nodiscard]] const JobContext& job() const { return job_; }

private:
    void begin(std::string_view name, const std::string& type, std::size_t item_bytes,
               const ArrayShape& shape);
    void append(std::span<const std::byte> bytes);
    void end();
    void check(int result) const;

    std::unique_ptr<ByteSink> out_;
    std::filesystem::path folder_;
    const JobContext& job_;
    TemporaryFile archive_;
    void* zip_ = nullptr; ///< zipFile of minizip
};

/// An array of one or more dimensions whose items become known one after the other.
template <class T>
class ArrayColumn {
public:
    explicit ArrayColumn(const std::filesystem::path& folder) : file_(folder) {}
    void append(T value) { file_.append(std::as_bytes(std::span(&value, 1))); }
    [[nodiscard]] std::uint64_t size() const { return file_.size() / sizeof(T); }
    /// @param shape  empty: one dimension
    void write(std::string_view name, NpzWriter& out, const ArrayShape& shape = {}) {
        out.add(name, numpy_type<T>(), sizeof(T), shape.empty() ? ArrayShape{size()} : shape, file_);
    }

private:
    TemporaryFile file_;
};

} // namespace hitmap
