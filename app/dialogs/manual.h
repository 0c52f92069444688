#pragma once

#include <QtWidgets/QDialog>

class QTextBrowser;

namespace hitmap {

/// Shows the manual, which is embedded in the program: docs/manual at the time of the build.
class Manual : public QDialog {
    Q_OBJECT
public:
    explicit Manual(QWidget* parent = nullptr);

    [[nodiscard]] QTextBrowser& browser() { return *browser_; }

private:
    QTextBrowser* browser_;
};

} // namespace hitmap
