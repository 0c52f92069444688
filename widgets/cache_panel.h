#pragma once

#include "core/cache/sdcm.h"

#include <QtWidgets/QWidget>

#include <optional>

class QLabel;
class QLineEdit;
class QPushButton;

namespace hitmap {

class Session;

/// The cache configuration of both levels, as text. What is typed is checked as it is typed, with the error
/// in place; Apply simulates again.
class CachePanel : public QWidget {
    Q_OBJECT
public:
    /// @param session  must outlive the panel
    explicit CachePanel(Session& session, QWidget* parent = nullptr);

private:
    void lay_out();
    void connect_model();
    /// Nothing while the text is wrong; then error_ says why.
    [[nodiscard]] std::optional<SdcmConfig> check();
    void apply();
    void show_config();

    Session& session_;
    QLineEdit* l1_;
    QLineEdit* l2_;
    QLabel* error_;
    QPushButton* apply_;
};

} // namespace hitmap
