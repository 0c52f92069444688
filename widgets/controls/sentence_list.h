#pragma once

#include <QtWidgets/QListWidget>

namespace hitmap {

/// A list of items with whole sentences, which are wrapped and never cut.
class SentenceList : public QListWidget {
    Q_OBJECT
public:
    explicit SentenceList(QWidget* parent = nullptr);

    /// Replaces the items by these texts, with numbers from 1. The current row stays the same, and so does
    /// what is seen, as far as texts have the same heights. Numbers stay with their units (unbroken()).
    void set_sentences(const QStringList& texts);

    /// The row that a user looks at: the one under the pointer; if there is none, the current one, if it is
    /// seen; otherwise, the first that is seen. -1: there is none.
    [[nodiscard]] int looked_at() const;
    /// The distance of a row from the upper edge of what is seen.
    [[nodiscard]] int top_of(int row) const { return visualItemRect(item(row)).top(); }
    /// Scrolls until a row has this distance, as far as there is something to scroll.
    void put_at(int row, int top);
};

} // namespace hitmap
