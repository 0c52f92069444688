#pragma once

#include "core/cache/array/cache_geometry.h"

#include <QtWidgets/QWidget>

#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;

namespace hitmap {

/// Text that parse_cache_geometry(text, standard) takes as `geometry`: parts that every model would take
/// alike are left out.
[[nodiscard]] QString cache_text(const CacheGeometry& geometry, const CacheGeometry& standard);

/// One level of cache: as text, and by its parts; sectors, policy and index function in the text alone.
/// Either changes the other; the text is what counts. What it leaves out is that of the model's cache, and is
/// completed when the text has been typed.
class CacheLevelEdit : public QWidget {
    Q_OBJECT
public:
    /// @param level  "L1"; begins messages, and in lower case object names
    explicit CacheLevelEdit(const QString& level, QWidget* parent = nullptr);

    /// What a text is completed by: the cache of the model itself.
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
    void complete_text();
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
