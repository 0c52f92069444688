#include "widgets/start/stored_picture.h"

#include "core/base/error.h"
#include "core/geometry/scene.h"
#include "core/trace/io/byte_stream.h"
#include "core/trace/io/file_stamp.h"
#include "widgets/base/path_text.h"
#include "widgets/session/recording/recording_spec.h"

#include <QtCore/QBuffer>
#include <QtGui/QImageReader>

#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <system_error>
#include <vector>

namespace hitmap {

namespace {

/// Changes with the form of the entries.
constexpr int picture_format = 1;
/// Of an entry. A picture of this size with noise in each pixel takes less.
constexpr std::uint64_t most_picture_bytes = std::uint64_t{512} << 10;

/// The file that a spec opens: the recording, the session or the mesh. Empty: none.
std::string file_of_spec(const QString& spec) {
    try {
        const RecordingSpec named(path_bytes(spec));
        if (const std::string* const file = named.file()) return *file;
        const TraceRequest* const trace = std::get_if<TraceRequest>(&named.whole);
        return trace != nullptr && !is_builtin(trace->scene) ? trace->scene : std::string();
    } catch (const UsageError&) { // a trace with options of another version
        return {};
    }
}

/// Size and time of the file of a spec, which the picture belongs to.
using StampBytes = std::array<std::uint64_t, 2>;

StampBytes stamp_of_spec(const QString& spec) {
    const std::string file = file_of_spec(spec);
    const FileStamp stamp = file.empty() ? FileStamp() : file_stamp(file);
    return {stamp.bytes, static_cast<std::uint64_t>(stamp.changed.time_since_epoch().count())};
}

QImage read_png(std::span<const std::byte> png) {
    QByteArray bytes(reinterpret_cast<const char*>(png.data()), static_cast<int>(png.size()));
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer, "png");
    reader.setAutoDetectImageFormat(false);
    // The header says it, before there is memory for the pixels.
    return reader.size() == stored_picture_size ? reader.read() : QImage();
}

} // namespace

EntryKey picture_key(const QString& spec) {
    std::error_code unknown;
    const std::string file = file_of_spec(spec);
    const std::string real = file.empty() ? file : std::filesystem::weakly_canonical(file, unknown).string();
    return {"picture",
            "picture " + std::to_string(picture_format) + "\nspec " + path_bytes(spec) + "\nfile " + real};
}

QImage small_picture(const QImage& view) {
    if (view.isNull()) return {};
    const QImage covering =
        view.scaled(stored_picture_size, Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation);
    const QSize rest = covering.size() - stored_picture_size;
    return covering.copy({QPoint(rest.width() / 2, rest.height() / 2), stored_picture_size})
        .convertToFormat(QImage::Format_RGB32);
}

void keep_picture(const EntryStore& store, const QString& spec, const QImage& picture) {
    const StampBytes stamp = stamp_of_spec(spec);
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    if (!picture.save(&buffer, "png")) return;
    store.keep(picture_key(spec), [&](ByteSink& out) {
        out.write(std::as_bytes(std::span(stamp)));
        out.write(std::as_bytes(std::span(png.constData(), static_cast<std::size_t>(png.size()))));
    });
}

QImage find_picture(const EntryStore& store, const QString& spec, const JobContext& job) {
    const auto entry = store.find(picture_key(spec), job);
    if (entry == nullptr || entry->size() < sizeof(StampBytes) || entry->size() > most_picture_bytes)
        return {};
    std::vector<std::byte> bytes(entry->size());
    try {
        entry->read(0, bytes);
    } catch (const FileError&) { // another program has changed it
        return {};
    }
    StampBytes stamp;
    std::memcpy(stamp.data(), bytes.data(), sizeof stamp);
    if (stamp != stamp_of_spec(spec)) return {};
    return read_png(std::span(bytes).subspan(sizeof stamp));
}

void remove_picture(const EntryStore& store, const QString& spec) {
    store.remove(picture_key(spec));
}

} // namespace hitmap
