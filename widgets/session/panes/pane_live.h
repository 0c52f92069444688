#pragma once

#include "core/profile/live/live_sums.h"
#include "widgets/base/job.h"
#include "widgets/session/panes/pane_opening.h"
#include "widgets/session/panes/pane_work.h"
#include "widgets/session/recording/library.h"

#include <QtCore/QObject>
#include <QtCore/QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace hitmap {

/// The caches that a pane shows while a slider moves: what another configuration would give, exactly but
/// without sums by pixel. It is computed from the reuse distances of the recording, which are found at the
/// first move for their lines.
class PaneLive : public QObject {
    Q_OBJECT
public:
    /// All must outlive this.
    PaneLive(Library& library, const PaneOpening& opening, PaneWork& work, QObject* parent = nullptr);

    /// Returns whether what is open is such a result.
    [[nodiscard]] bool shown() const;
    /// Returns why a configuration cannot be shown, as a sentence; empty if it can, as far as is known.
    [[nodiscard]] QString refusal(const ModelChoice& config) const;
    /// Returns the reuse distances if the hits of the configuration follow from them; null: there are none,
    /// or they are of other lines, rays or another model.
    [[nodiscard]] std::shared_ptr<const LiveSums> distances_for(const ModelChoice& config) const;
    /// Returns whether the work finds the distances.
    [[nodiscard]] bool finding() const { return std::holds_alternative<Finding>(state_); }
    /// Returns whether the distances have sums by SM.
    [[nodiscard]] bool has_sms() const;
    /// The newest configuration that is to be shown; no value: none.
    [[nodiscard]] const std::optional<ModelChoice>& wanted() const { return wanted_; }

    void want(const ModelChoice& config) { wanted_ = config; }
    /// Begins to find the distances for wanted(); found() tells the end.
    void find();
    /// Finding was stopped or failed.
    void give_up();
    /// Computes the values of wanted(), if they follow from the distances; computed() brings them.
    /// @param request  the values; their simulation does not matter
    void compute(const WantedValues& request);
    /// Ends showing: no result comes any more.
    void stop();
    /// Forgets the distances: another recording is open.
    void forget();
    /// Takes the caches that were passed() from another pane.
    void take_passed(const PaneLive& other) { passed_ = other.passed_; }
    /// A slider was let go at these caches.
    void pass(const ModelChoice& config);
    /// Returns whether a slider was let go at these caches.
    [[nodiscard]] bool passed(const ModelChoice& config) const;

Q_SIGNALS:
    void distances_changed(); ///< distances_for() or refusal()
    void found();             ///< the distances of wanted()
    void computed(const std::shared_ptr<const hitmap::FrameValues>& values);
    void failed(const QString& message, QObject* cause); ///< JobRunner::failed()

private:
    /// What reuse distances depend on.
    struct DistancesOf {
        std::shared_ptr<const OpenRecording> recording;
        std::uint32_t l1_line = 0;
        std::uint32_t l2_line = 0;
        Restriction only;
        friend bool operator==(const DistancesOf&, const DistancesOf&) = default;
    };
    struct None {};
    struct Finding {
        DistancesOf of;
    };
    struct Found {
        DistancesOf of;
        std::shared_ptr<const LiveSums> distances;
    };
    struct TooLarge {
        DistancesOf of;
        QString refusal;
    };
    [[nodiscard]] const Simulation& simulation() const { return *opening_.values()->simulation; }
    [[nodiscard]] DistancesOf distances_of(const ModelChoice& config) const;

    Library& library_;
    const PaneOpening& opening_;
    PaneWork& work_;
    std::variant<None, Finding, Found, TooLarge> state_;
    std::optional<ModelChoice> wanted_;
    std::vector<std::pair<CacheGeometry, CacheGeometry>> passed_; ///< L1 and L2
    JobRunner job_{Supersede::finish};
};

} // namespace hitmap
