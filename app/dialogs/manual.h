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

    /// Goes to the next place with the text, on this page or on a later one; after the last page comes the
    /// first. Returns false if no page has it.
    bool find(const QString& text);

private:
    QTextBrowser* browser_;
};

} // namespace hitmap
