#pragma once

#include "widgets/base/job.h"

#include <QtCore/QObject>
#include <QtCore/QString>
#include <QtCore/QStringList>
#include <QtCore/QTimer>

#include <cstdint>
#include <optional>

namespace hitmap {

/// What a run of `hitmap record` has written into its spools so far.
struct SpoolSize {
    std::uint64_t bytes = 0;
    std::optional<std::uint64_t> free{}; ///< bytes that are left on their disk; no value: it is not known
    friend bool operator==(const SpoolSize&, const SpoolSize&) = default;
};

/// Whether they have taken more than 8 GiB, or more than a quarter of the room that there was without them.
/// The recording, which is made of them later, needs room beside them.
[[nodiscard]] bool is_large(const SpoolSize& size);

/// Measures the spools of a run twice a second while it goes on, as a job.
class SpoolMeter : public QObject {
    Q_OBJECT
public:
    explicit SpoolMeter(QObject* parent = nullptr);

    /// Begins with a run that has not started yet. Spools that are there already belong to other runs.
    /// @param output  absolute path of the recording, in which %p stands for the number of a process
    void start(const QString& output);
    void stop();

Q_SIGNALS:
    void measured(const hitmap::SpoolSize& size);

private:
    void measure();

    QString output_;
    QStringList earlier_; ///< spools of other runs
    QTimer pause_;
    JobRunner job_{Supersede::finish};
};

} // namespace hitmap
