#pragma once

#include "core/cache/cache_geometry.h"

#include <QtWidgets/QWidget>

#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;

namespace hitmap {

/// One level of cache: as text, and by its parts; sectors, policy and index function in the text alone.
/// Either changes the other; the text is what counts. A capacity alone keeps the rest of the model's cache.
class CacheLevelEdit : public QWidget {
    Q_OBJECT
public:
    /// @param level  "L1"; begins messages, and in lower case object names
    explicit CacheLevelEdit(const QString& level, QWidget* parent = nullptr);

    /// What a capacity alone is completed by.
    void set_standard(const CacheGeometry& standard);
    void set_geometry(const CacheGeometry& geometry);
    /// Throws UsageError, which names the level.
    [[nodiscard]] CacheGeometry value() const;
    /// For labels.
    [[nodiscard]] QLineEdit& text_edit() { return *text_; }

Q_SIGNALS:
    void changed();
    void submitted(); ///< Enter

private:
    QComboBox* add_part(const QString& name, const QString& title, const QStringList& items);
    void show_parts();
    void take_parts();

    QString level_;
    CacheGeometry standard_;
    QLineEdit* text_;
    QComboBox* capacity_;
    QComboBox* line_;
    QComboBox* ways_;
    bool taking_parts_ = false;
};

} // namespace hitmap
