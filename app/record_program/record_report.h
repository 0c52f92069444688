#pragma once

#include "app/record_program/spool_meter.h"

#include <QtWidgets/QWidget>

class QLabel;
class QPlainTextEdit;

namespace hitmap {

class OutputView;

/// What a run of `hitmap record` prints, how its spool grows, and what became of it.
class RecordReport : public QWidget {
    Q_OBJECT
public:
    explicit RecordReport(QWidget* parent = nullptr);

    [[nodiscard]] OutputView& output() { return *output_; }
    /// Says what happens, or what became of the run.
    void show_summary(const QString& text);
    /// Shows the size of the spools, and from the first time on that is_large() of it, a warning. Tells
    /// accessibility tools of that one.
    /// @param folder  in which they are
    /// @return whether this is the first time in this run
    bool show_spool(const SpoolSize& size, const QString& folder);
    /// Shows no size, and no warning. The next run begins.
    void clear_spool();

private:
    OutputView* output_;
    QLabel* spool_;
    QLabel* warning_;
    QPlainTextEdit* summary_;
    bool warns_ = false;
};

} // namespace hitmap
