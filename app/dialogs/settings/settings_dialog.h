#pragma once

#include "widgets/mesh/navigation_preset.h"
#include "widgets/session/recording/open_recording.h"

#include <QtWidgets/QDialog>

#include <string>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;

namespace hitmap {

class CacheForm;
class ModelBox;

struct Defaults {
    std::string colour_map = "plasma"; ///< colour map of new windows
    DefaultModel model;                ///< of recordings that are opened from now on
};
/// Returns the stored defaults. A value that is missing or invalid is that of a new installation.
[[nodiscard]] Defaults stored_defaults();

[[nodiscard]] NavigationPreset stored_navigation();

/// The dialog of appearance, navigation, questions, defaults and the cache on disk. Stores them when it is
/// accepted.
class SettingsDialog : public QDialog {
    Q_OBJECT
public:
    explicit SettingsDialog(QWidget* parent = nullptr);

private:
    void lay_out();
    /// Shows the caches of the chosen model.
    void show_caches(const ModelChoice& choice);
    /// Returns the choice that is entered in the dialog. Throws UsageError.
    [[nodiscard]] ModelChoice config() const;
    /// Checks the caches and shows an error in the dialog.
    void check();
    void show_drags();
    void keep();

    QComboBox* appearance_;
    QComboBox* navigation_;
    QLabel* drags_; ///< the drags of the chosen navigation
    QComboBox* map_;
    ModelBox* model_;
    QLineEdit* l1_;
    QLineEdit* l2_;
    QCheckBox* own_gpu_;
    QLabel* error_;
    QComboBox* editor_; ///< command of an editor; can be edited
    QLineEdit* sources_;
    QCheckBox* asks_;
    CacheForm* cache_;
    QDialogButtonBox* buttons_;
};

} // namespace hitmap
