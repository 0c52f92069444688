#pragma once

#include "core/cache/sdcm.h"

#include <QtWidgets/QWidget>

#include <optional>

class QLabel;
class QLineEdit;
class QPushButton;

namespace hitmap {

class Pane;

/// The cache configuration of both levels, as text. What is typed is checked as it is typed, with the error
/// in place; Apply simulates again.
class CachePanel : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit CachePanel(Pane& pane, QWidget* parent = nullptr);

private:
    void lay_out();
    void connect_model();
    /// Nothing while the text is wrong; then error_ says why.
    [[nodiscard]] std::optional<SdcmConfig> check();
    void apply();
    void show_config();

    Pane& pane_;
    QLineEdit* l1_;
    QLineEdit* l2_;
    QLabel* error_;
    QPushButton* apply_;
};

} // namespace hitmap
