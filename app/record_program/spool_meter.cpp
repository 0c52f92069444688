#include "app/record_program/spool_meter.h"

#include "app/cli/base/spool_files.h"
#include "widgets/base/path_text.h"

#include <chrono>
#include <filesystem>
#include <system_error>

namespace hitmap {

namespace {

using namespace std::chrono_literals;

constexpr auto between_measurements = 500ms;
constexpr std::uint64_t most_quiet_bytes = std::uint64_t{8} << 30;

SpoolSize size_of_spools(const QString& output, const QStringList& earlier) {
    SpoolSize size;
    for (const SpoolFile& spool : all_spool_files(path_bytes(output))) {
        std::error_code gone; // the run has made the recording
        const std::uint64_t bytes = std::filesystem::file_size(spool.path, gone);
        if (!gone && !earlier.contains(path_text(spool.path.string()))) size.bytes += bytes;
    }
    std::error_code unknown;
    const auto folder = std::filesystem::path(path_bytes(output)).parent_path();
    const std::filesystem::space_info room = std::filesystem::space(folder, unknown);
    if (!unknown) size.free = room.available;
    return size;
}

} // namespace

bool is_large(const SpoolSize& size) {
    if (size.bytes > most_quiet_bytes) return true;
    // A quarter of both is as much as a third of the rest.
    return size.free && size.bytes > *size.free / 3;
}

SpoolMeter::SpoolMeter(QObject* parent) : QObject(parent) {
    pause_.setInterval(between_measurements);
    connect(&pause_, &QTimer::timeout, this, &SpoolMeter::measure);
}

void SpoolMeter::start(const QString& output) {
    output_ = output;
    earlier_.clear();
    for (const SpoolFile& spool : all_spool_files(path_bytes(output)))
        earlier_.append(path_text(spool.path.string()));
    pause_.start();
}

void SpoolMeter::stop() {
    pause_.stop();
    job_.stop();
}

void SpoolMeter::measure() {
    if (job_.running()) return; // the disk is slow
    job_.start([output = output_,
                earlier = earlier_](const JobContext& /*job*/) { return size_of_spools(output, earlier); },
               [this](const SpoolSize& size) { Q_EMIT measured(size); });
}

} // namespace hitmap
