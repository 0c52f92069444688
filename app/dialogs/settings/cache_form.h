#pragma once

#include <QtWidgets/QWidget>

class QLabel;
class QSpinBox;

namespace hitmap {

/// The part of the settings about the cache on disk: its size limit, its present size, and a button that
/// clears it at once.
class CacheForm : public QWidget {
    Q_OBJECT
public:
    explicit CacheForm(QWidget* parent = nullptr);
    /// Stores the limit.
    void keep() const;

private:
    void show_size();

    QSpinBox* limit_; ///< in MiB
    QLabel* size_;
};

} // namespace hitmap
