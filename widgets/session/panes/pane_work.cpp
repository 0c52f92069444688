#include "widgets/session/panes/pane_work.h"

namespace hitmap {

PaneWork::PaneWork(QObject* parent) : QObject(parent) {
    connect(&job_, &JobRunner::finished, this, [this] {
        end();
        Q_EMIT finished();
    });
    connect(&job_, &JobRunner::stopped, this, [this] {
        Q_EMIT given_up();
        end();
    });
    connect(&job_, &JobRunner::failed, this, [this](const QString& message, QObject* cause) {
        Q_EMIT given_up();
        end();
        Q_EMIT failed(message, cause);
    });
}

void PaneWork::begin(const QString& title) {
    title_ = title;
    Q_EMIT changed();
}

void PaneWork::end() {
    title_.clear();
    Q_EMIT changed();
}

} // namespace hitmap
