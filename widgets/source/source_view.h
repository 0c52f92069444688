#pragma once

#include "widgets/source/source_data.h"

#include <QtCore/QStringList>
#include <QtWidgets/QPlainTextEdit>

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace hitmap {

/// The text of a source file, which can be read, searched and copied, with columns of numbers and bars beside
/// it.
class SourceView : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit SourceView(QWidget* parent = nullptr);

    /// Shows a file; the cursor stays in its line if it is the same file, and
    /// else goes to the line with the most misses.
    /// @param total  the total that shares refer to
    /// @param allocations  [info.allocations] names, for the tool tips of lines
    void show_file(const ShownFile& file, const TrafficSums& total,
                   const std::vector<std::string>& allocations);
    /// The tool tip of the numbers of a line; empty if it has none.
    [[nodiscard]] QString help_of(std::uint32_t line) const;
    /// Marks the line that values are restricted to; no value: none.
    void mark_line(std::optional<std::uint32_t> line);
    /// Moves the cursor to the line, from 1, and shows it.
    void go_to(std::uint32_t line);
    [[nodiscard]] std::uint32_t current_line() const; ///< from 1
    /// Moves to the next line (or the previous one, with -1) with at least 1 % of all L1 misses, of L2 misses
    /// if nothing is looked up in L1. Behind the last one it begins again.
    void go_to_hot_line(int direction);
    /// Finds the next occurrence, and begins again at the end. Returns false if there is none.
    bool find_text(const QString& text, bool backwards);
    /// The texts beside a line, by column; empty if it has no numbers.
    [[nodiscard]] QStringList numbers_of(std::uint32_t line) const;
    /// Where a line is on screen, in the coordinates of gutter().
    [[nodiscard]] QRect place_of(std::uint32_t line) const;
    [[nodiscard]] QWidget& gutter() { return *gutter_; }

Q_SIGNALS:
    /// The numbers of a line were clicked, or Enter was pressed in it.
    void line_chosen(std::uint32_t line);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Row {
        QStringList cells;  ///< [columns]
        double share = 0.0; ///< of all misses, for the bar
        bool is_function = false;
        QString help; ///< for the tool tip
    };
    [[nodiscard]] Row row_of(const SourceRow& row) const;
    void measure();
    /// Shows as many columns as leave the text half of the width.
    void place_gutter();
    /// Calls visit(column, place) for the shown columns in a row of the gutter.
    template <class Visit>
    void for_each_cell(const QRect& row, const Visit& visit) const;
    void paint_gutter(QPaintEvent& event);
    void paint_row(QPainter& painter, const QRect& place, std::uint32_t line);
    void paint_titles(QPainter& painter);
    bool gutter_event(QEvent& event);
    [[nodiscard]] std::uint32_t line_at(int y) const;

    QWidget* gutter_;
    QWidget* head_; ///< the titles above the gutter
    std::string file_;
    std::map<std::uint32_t, Row> rows_; ///< [line]
    std::vector<std::uint32_t> hot_;    ///< lines, rising
    std::vector<int> widths_;           ///< [columns] in pixels
    std::vector<std::size_t> shown_;    ///< the columns that fit, rising
    int number_width_ = 0;              ///< of the line numbers, in pixels
    double most_ = 0.0;                 ///< the greatest share of a line
    std::optional<std::uint32_t> marked_;
};

} // namespace hitmap
