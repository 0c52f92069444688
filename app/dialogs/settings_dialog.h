#pragma once

#include "core/profile/derived/model_choice.h"
#include "widgets/mesh/navigation_preset.h"

#include <QtWidgets/QDialog>

#include <string>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;

namespace hitmap {

class ModelBox;

struct Defaults {
    std::string colour_map = "plasma"; ///< of new windows
    ModelChoice config;                ///< what recordings are simulated with that are opened from now on
};
/// As they were stored; what cannot be understood is as in a new installation.
[[nodiscard]] Defaults stored_defaults();

[[nodiscard]] NavigationPreset stored_navigation();

/// Appearance, navigation, questions, and the defaults; kept when it is accepted.
class SettingsDialog : public QDialog {
    Q_OBJECT
public:
    explicit SettingsDialog(QWidget* parent = nullptr);

private:
    void lay_out();
    /// The caches of the model chosen.
    void show_caches(const ModelChoice& choice);
    /// As typed. Throws UsageError.
    [[nodiscard]] ModelChoice config() const;
    /// Shows what is wrong with the caches, in place.
    void check();
    void show_drags();
    void keep();

    QComboBox* appearance_;
    QComboBox* navigation_;
    QLabel* drags_; ///< what the navigation that is chosen does
    QComboBox* map_;
    ModelBox* model_;
    QLineEdit* l1_;
    QLineEdit* l2_;
    QLabel* error_;
    QCheckBox* asks_;
    QDialogButtonBox* buttons_;
};

} // namespace hitmap
