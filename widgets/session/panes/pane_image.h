#pragma once

#include "widgets/base/job.h"
#include "widgets/session/recording/image_values.h"

#include <QtCore/QObject>
#include <QtCore/QString>

#include <memory>
#include <optional>

namespace hitmap {

/// The values of a pane's image. A job computes them, and the newest request wins. The former image stays
/// until the next one is complete, unless it is of another recording or the user stops the job. While the
/// user drags the slider of frames, images of the frames on the way are shown, as many as can be computed.
class PaneImage : public QObject {
    Q_OBJECT
public:
    /// @param library  must outlive this
    explicit PaneImage(Library& library, QObject* parent = nullptr);

    /// The image that is shown. Null: none yet, or it was stopped.
    [[nodiscard]] const std::shared_ptr<const ImageValues>& values() const { return values_; }
    /// What was requested last, which may differ from values(). No value: nothing.
    [[nodiscard]] const std::optional<WantedImage>& wanted() const { return wanted_; }
    /// Whether the user stopped the job of wanted().
    [[nodiscard]] bool stopped() const { return stopped_; }
    [[nodiscard]] JobRunner& job() { return job_; }
    [[nodiscard]] const JobRunner& job() const { return job_; }

    /// Computes an image. Does nothing if it is already there, is being computed or was stopped.
    void request(const WantedImage& wanted);
    /// Starts the job that was stopped again.
    void retry();
    /// Stops the job; the image that is shown stays.
    void pause();
    /// Stops the job and drops the image. Emits no signal.
    void forget();
    /// Tells that the simulations were replaced by the same ones under other names.
    void take_saved(const std::shared_ptr<const Simulation>& before,
                    const std::shared_ptr<const Simulation>& saved);

Q_SIGNALS:
    void changed();                                      ///< values() or stopped()
    void failed(const QString& message, QObject* cause); ///< JobRunner::failed()

private:
    void start();

    Library& library_;
    std::shared_ptr<const ImageValues> values_;
    std::optional<WantedImage> wanted_;
    bool stopped_ = false;
    bool replacing_ = false;                            ///< this stops the job, and not the user
    std::shared_ptr<LatestWanted<WantedImage>> latest_; ///< of the job
    JobRunner job_{Supersede::stop, JobLength::lasting};
};

} // namespace hitmap
