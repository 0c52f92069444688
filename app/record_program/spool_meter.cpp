#include "app/record_program/spool_meter.h"

#include "app/cli/spool/spool_files.h"
#include "widgets/base/path_text.h"

#include <chrono>
#include <vector>

namespace hitmap {

namespace {

using namespace std::chrono_literals;

constexpr auto between_measurements = 500ms;

/// The spools of this run alone.
SpoolSize size_of_run(const QString& output, const QStringList& earlier) {
    std::vector<SpoolFile> spools = all_spool_files(path_bytes(output));
    std::erase_if(spools,
                  [&](const SpoolFile& spool) { return earlier.contains(path_text(spool.path.string())); });
    return size_of_spools(spools, path_bytes(output));
}

} // namespace

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
                earlier = earlier_](const JobContext& /*job*/) { return size_of_run(output, earlier); },
               [this](const SpoolSize& size) { Q_EMIT measured(size); });
}

} // namespace hitmap
