#pragma once

#include "app/cli/spool/spool_size.h"
#include "widgets/base/job.h"

#include <QtCore/QObject>
#include <QtCore/QString>
#include <QtCore/QStringList>
#include <QtCore/QTimer>

namespace hitmap {

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
