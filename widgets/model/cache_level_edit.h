#pragma once

#include "core/cache/array/cache_geometry.h"

#include <QtWidgets/QWidget>

#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;

namespace hitmap {

/// Returns the text that parse_cache_geometry(text, standard) parses to `geometry`, without the parts that
/// have the values of `standard`.
[[nodiscard]] QString cache_text(const CacheGeometry& geometry, const CacheGeometry& standard);

/// One level of cache as a text and as separate fields. Sectors, policy and index function are only in the
/// text. A change of either updates the other; the text has precedence. Parts that it omits are those of the
/// model's cache; they are filled in after typing.
class CacheLevelEdit : public QWidget {
    Q_OBJECT
public:
    /// @param level  "L1"; messages start with it, and object names with its lower-case form
    explicit CacheLevelEdit(const QString& level, QWidget* parent = nullptr);

    /// Sets the cache of the model, which supplies the parts that the text omits.
    void set_standard(const CacheGeometry& standard);
    void set_geometry(const CacheGeometry& geometry);
    /// Throws UsageError that names the level.
    [[nodiscard]] CacheGeometry value() const;
    /// Text for labels.
    [[nodiscard]] QLineEdit& text_edit() { return *text_; }

Q_SIGNALS:
    void changed();
    void submitted(); ///< Emitted on Enter.

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
