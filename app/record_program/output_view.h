#pragma once

#include <QtWidgets/QPlainTextEdit>

namespace hitmap {

/// Shows the last lines that a program printed, and follows them unless the user has scrolled up.
class OutputView : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit OutputView(QWidget* parent = nullptr);

    void clear_lines();
    /// Adds lines. The first one is the whole of what show_begun() has shown of it.
    void add_lines(const QStringList& lines);
    /// Shows what was printed of the next line.
    void show_begun(const QString& line);

private:
    /// Removes the line that is not complete.
    void remove_begun();

    bool has_begun_ = false; ///< whether the last line is not complete
};

} // namespace hitmap
