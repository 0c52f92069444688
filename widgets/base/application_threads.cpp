#include "widgets/base/application_threads.h"

#include "core/jobs/start_thread.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QObject>

namespace hitmap {

namespace {

/// A child of the application object. Runners that outlive it keep the threads.
class ThreadHolder : public QObject {
public:
    using QObject::QObject;
    const std::shared_ptr<JobThreads> threads = std::make_shared<JobThreads>(
        JobThreads::Budget(), give_way); // the window draws and answers meanwhile
};

} // namespace

std::shared_ptr<JobThreads> application_threads() {
    QCoreApplication* const application = QCoreApplication::instance();
    for (QObject* const child : application->children())
        if (const auto* const holder = dynamic_cast<const ThreadHolder*>(child)) return holder->threads;
    return (new ThreadHolder(application))->threads;
}

} // namespace hitmap
