#pragma once

#include <QtWidgets/QDialog>

class QTextBrowser;

namespace hitmap {

/// The manual, which is in the program: docs/manual as it was when the program was built.
class Manual : public QDialog {
    Q_OBJECT
public:
    explicit Manual(QWidget* parent = nullptr);

    [[nodiscard]] QTextBrowser& browser() { return *browser_; }

private:
    QTextBrowser* browser_;
};

} // namespace hitmap
