#pragma once

#include "core/profile/models/model_choice.h"
#include "widgets/model/slider_numbers.h"

#include <QtCore/QStringList>
#include <QtWidgets/QWidget>

#include <array>
#include <cstddef>
#include <optional>

class QCheckBox;
class QLabel;
class QPushButton;

namespace hitmap {

class CacheLevelEdit;
class LiveCaches;
class ModelEdit;
class Pane;
class SmsOffer;

/// The form of the cache model and of the configuration of both levels. It checks the caches while the user
/// types and shows errors below them. Apply or Enter starts the simulation. Sliders
/// show other capacities and ways while they move.
class CachePanel : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit CachePanel(Pane& pane, QWidget* parent = nullptr);

private:
    void lay_out();
    void connect_model();
    /// Returns the choice of the form. If the form is invalid, returns nothing and shows the reason beside
    /// the level that it is about, otherwise in error_.
    [[nodiscard]] std::optional<ModelChoice> check();
    /// Returns the cache of a level, and shows how it is divided. If it is invalid, returns nothing and shows
    /// the reason beside it.
    [[nodiscard]] std::optional<CacheGeometry> checked(std::size_t level);
    void refuse(const QString& reason); ///< the form as it is
    [[nodiscard]] PossibleCache possible(std::size_t level) const;
    /// Returns what the form says and adds it to the recent configurations; nothing if it is invalid, or
    /// simulated already.
    [[nodiscard]] std::optional<ModelChoice> take_form();
    void apply();
    void apply_slider(); ///< the user let go of it
    /// Shows what a slider of a level says, in the form and in the pane.
    void show_live(std::size_t level);
    /// Returns the model and both caches, valid or not.
    [[nodiscard]] QStringList typed() const;
    /// Stores that the form shows the choice of the pane, or one that the pane was told to simulate.
    void note_told();
    /// Shows the choice of the pane, except for texts that the user has edited.
    void show_config();
    void choose(const ModelChoice& config);
    /// Sets the caches of the chosen model, which supply the parts that the user leaves out.
    void set_standard();
    void choose_model();
    void offer_configs();

    Pane& pane_;
    ModelEdit* model_;
    std::array<CacheLevelEdit*, 2> levels_;
    LiveCaches* live_;
    SmsOffer* sms_;
    QCheckBox* explain_;
    QLabel* error_;
    QPushButton* apply_;
    QPushButton* recent_;
    QStringList told_; ///< typed() when the form last agreed with the pane
    bool told_explain_ = false;
};

} // namespace hitmap
