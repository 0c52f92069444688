#pragma once

#include "core/cache/sdcm.h"
#include "widgets/navigation_preset.h"

#include <QtWidgets/QDialog>

#include <string>

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;

namespace hitmap {

/// How recordings are shown that are opened in a new window.
struct Defaults {
    std::string colour_map = "plasma";
    SdcmConfig config;
};
/// As they were stored; what cannot be understood is as in a new installation.
[[nodiscard]] Defaults stored_defaults();

[[nodiscard]] NavigationPreset stored_navigation();

/// Appearance, navigation, and the defaults of new windows; kept when it is accepted.
class SettingsDialog : public QDialog {
    Q_OBJECT
public:
    explicit SettingsDialog(QWidget* parent = nullptr);

private:
    void lay_out();
    /// Shows what is wrong with the caches, in place.
    void check();
    void show_drags();
    void keep();

    QComboBox* appearance_;
    QComboBox* navigation_;
    QLabel* drags_; ///< what the navigation that is chosen does
    QComboBox* map_;
    QLineEdit* l1_;
    QLineEdit* l2_;
    QLabel* error_;
    QDialogButtonBox* buttons_;
};

} // namespace hitmap
