#pragma once

#include "widgets/session/state/bookmark.h"

#include <QtWidgets/QDialog>

#include <map>

class QPushButton;
class QTableWidget;

namespace hitmap {

/// The list of the bookmarks of a window, with their notes, which can be written here.
class BookmarkDialog : public QDialog {
    Q_OBJECT
public:
    explicit BookmarkDialog(std::map<int, Bookmark> bookmarks, QWidget* parent = nullptr);

    /// The bookmarks with the notes that were written, without those that were removed.
    [[nodiscard]] const std::map<int, Bookmark>& bookmarks() const { return bookmarks_; }

Q_SIGNALS:
    void recall_wanted(int number);
    void edited(); ///< bookmarks() changed

private:
    void list();
    void take_note(int row);
    void enable_buttons();
    [[nodiscard]] int number_at(int row) const; ///< 0: no such row

    std::map<int, Bookmark> bookmarks_;
    QTableWidget* table_;
    QPushButton* go_;
    QPushButton* remove_;
};

} // namespace hitmap
