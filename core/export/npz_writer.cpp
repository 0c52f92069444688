#include "core/export/npz_writer.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <minizip/zip.h>
#include <utility>

namespace hitmap {

namespace {

/// minizip writes to the stream of a temporary file, which it must not close.
zlib_filefunc64_def functions_of(std::FILE* stream) {
    zlib_filefunc64_def functions{};
    fill_fopen64_filefunc(&functions);
    functions.zopen64_file = [](void* opaque, const void*, int) { return opaque; };
    functions.zclose_file = [](void*, void*) { return 0; };
    functions.opaque = stream;
    return functions;
}

} // namespace

NpzWriter::NpzWriter(std::unique_ptr<ByteSink> out, std::filesystem::path folder, const JobContext& job)
    : out_(std::move(out)), folder_(std::move(folder)), job_(job), archive_(folder_) {
    zlib_filefunc64_def functions = functions_of(archive_.stream());
    zip_ = zipOpen2_64("", APPEND_STATUS_CREATE, nullptr, &functions);
    if (zip_ == nullptr) check(ZIP_ERRNO);
}

NpzWriter::~NpzWriter() {
    if (zip_ != nullptr) zipClose(zip_, nullptr);
}

void NpzWriter::check(int result) const {
    if (result != ZIP_OK)
        throw FileError(folder_.empty() ? "." : folder_.string(), "temporary file",
                        fmt::format("cannot be written (error {} of minizip)", result));
}

void NpzWriter::begin(std::string_view name, const std::string& type, std::size_t item_bytes,
                      const ArrayShape& shape) {
    std::uint64_t bytes = item_bytes;
    for (const std::uint64_t length : shape)
        bytes *= length;
    zip_fileinfo info{};
    info.dosDate = (1U << 21) | (1U << 16);           // 1980-01-01, so that equal arrays give equal files
    constexpr std::uint64_t zip64_from = 0xf000'0000; // deflate can make data a little longer
    check(zipOpenNewFileInZip64(zip_, fmt::format("{}.npy", name).c_str(), &info, nullptr, 0, nullptr, 0,
                                nullptr, Z_DEFLATED, Z_BEST_SPEED, bytes >= zip64_from ? 1 : 0));
    const std::string header = npy_header(type, shape);
    append(std::as_bytes(std::span(header)));
}

void NpzWriter::append(std::span<const std::byte> bytes) {
    constexpr std::size_t most = std::size_t{1} << 20;
    for (; !bytes.empty(); bytes = bytes.subspan(std::min(most, bytes.size()))) {
        job_.check();
        check(zipWriteInFileInZip(zip_, bytes.data(), static_cast<unsigned>(std::min(most, bytes.size()))));
    }
}

void NpzWriter::end() {
    check(zipCloseFileInZip(zip_));
}

void NpzWriter::add(std::string_view name, const std::string& type, std::size_t item_bytes,
                    const ArrayShape& shape, TemporaryFile& file) {
    begin(name, type, item_bytes, shape);
    file.read_all([&](std::span<const std::byte> bytes) { append(bytes); });
    end();
}

void NpzWriter::commit() {
    check(zipClose(std::exchange(zip_, nullptr), nullptr));
    archive_.read_all([&](std::span<const std::byte> bytes) {
        job_.check();
        out_->write(bytes);
    });
    out_->commit();
}

} // namespace hitmap
