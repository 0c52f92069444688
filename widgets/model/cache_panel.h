#pragma once

#include "core/profile/derived/model_choice.h"

#include <QtCore/QStringList>
#include <QtWidgets/QWidget>

#include <optional>

class QCheckBox;
class QLabel;
class QPushButton;

namespace hitmap {

class CacheLevelEdit;
class ModelEdit;
class Pane;

/// The cache model and the configuration of both levels. What is typed is checked as it is typed, with the
/// error in place; Apply, or Enter, simulates again.
class CachePanel : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit CachePanel(Pane& pane, QWidget* parent = nullptr);

private:
    void lay_out();
    void connect_model();
    /// Nothing while the text is wrong; then error_ says why.
    [[nodiscard]] std::optional<ModelChoice> check();
    void apply();
    /// Model and texts, right or wrong.
    [[nodiscard]] QStringList typed() const;
    /// What is in the form is the pane's, or is asked of it.
    void note_told();
    /// What a person is at stays.
    void show_config();
    void choose(const ModelChoice& config);
    /// The caches of the model chosen, which complete what is typed.
    void set_standard();
    void choose_model();
    void offer_configs();

    Pane& pane_;
    ModelEdit* model_;
    CacheLevelEdit* l1_;
    CacheLevelEdit* l2_;
    QCheckBox* explain_;
    QLabel* error_;
    QPushButton* apply_;
    QPushButton* recent_;
    QStringList told_; ///< typed() when it was last the pane's
    bool told_explain_ = false;
};

} // namespace hitmap
