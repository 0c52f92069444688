#include "app/dialogs/bookmark_dialog.h"

#include "widgets/base/comfortable_size.h"
#include "widgets/base/format.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableWidget>
#include <QtWidgets/QVBoxLayout>

#include <iterator>
#include <utility>

namespace hitmap {

namespace {

enum Column { number_column, box_column, note_column, column_count };

QTableWidgetItem* fixed_item(const QString& text) {
    auto* item = new QTableWidgetItem(text);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    return item;
}

} // namespace

BookmarkDialog::BookmarkDialog(std::map<int, Bookmark> bookmarks, QWidget* parent)
    : QDialog(parent),
      bookmarks_(std::move(bookmarks)),
      table_(new QTableWidget(0, column_count)),
      go_(new QPushButton(tr("&Go There"))),
      remove_(new QPushButton(tr("&Remove"))) {
    setObjectName(QStringLiteral("bookmark_dialog"));
    setWindowTitle(tr("Stored Views"));
    table_->setObjectName(QStringLiteral("bookmarks"));
    table_->setAccessibleName(tr("Stored views and their notes"));
    table_->setHorizontalHeaderLabels({tr("View"), tr("Box"), tr("Note")});
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setSectionResizeMode(note_column, QHeaderView::Stretch);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setTabKeyNavigation(false);
    go_->setObjectName(QStringLiteral("bookmark_go"));
    remove_->setObjectName(QStringLiteral("bookmark_remove"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->addButton(go_, QDialogButtonBox::ActionRole);
    buttons->addButton(remove_, QDialogButtonBox::ActionRole);
    auto* help =
        new QLabel(tr("Ctrl+Shift and a digit from 1 to 9 stores the present view, with the selected "
                      "box. F2 or a double click edits a note."));
    help->setWordWrap(true);
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(table_, 1);
    rows->addWidget(help);
    rows->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(go_, &QPushButton::clicked, this,
            [this] { Q_EMIT recall_wanted(number_at(table_->currentRow())); });
    connect(remove_, &QPushButton::clicked, this, [this] {
        bookmarks_.erase(number_at(table_->currentRow()));
        list();
        Q_EMIT edited();
    });
    connect(table_, &QTableWidget::cellChanged, this, &BookmarkDialog::take_note);
    connect(table_, &QTableWidget::itemSelectionChanged, this, &BookmarkDialog::enable_buttons);
    list();
    resize_within_screen(*this, {560, 360});
}

int BookmarkDialog::number_at(int row) const {
    if (row < 0 || row >= static_cast<int>(bookmarks_.size())) return 0;
    return std::next(bookmarks_.begin(), row)->first;
}

void BookmarkDialog::list() {
    {
        const QSignalBlocker blocker(table_);
        table_->setRowCount(static_cast<int>(bookmarks_.size()));
        int row = 0;
        for (const auto& [number, bookmark] : bookmarks_) {
            table_->setItem(row, number_column, fixed_item(QString::number(number)));
            table_->setItem(row, box_column,
                            fixed_item(bookmark.box ? count_text(*bookmark.box) : QString()));
            table_->setItem(row, note_column, new QTableWidgetItem(QString::fromStdString(bookmark.note)));
            ++row;
        }
        if (row > 0 && table_->currentRow() < 0) table_->setCurrentCell(0, note_column);
    }
    table_->resizeColumnToContents(number_column);
    table_->resizeColumnToContents(box_column);
    enable_buttons();
}

void BookmarkDialog::take_note(int row) {
    const int number = number_at(row);
    if (number == 0) return;
    QByteArray note = table_->item(row, note_column)->text().toUtf8();
    while (note.size() > static_cast<int>(Bookmark::most_note_bytes)) {
        // Whole characters, so that the note stays valid UTF-8.
        QString shorter = QString::fromUtf8(note);
        shorter.chop(1);
        note = shorter.toUtf8();
    }
    bookmarks_[number].note = note.toStdString();
    Q_EMIT edited();
}

void BookmarkDialog::enable_buttons() {
    const bool has_row = number_at(table_->currentRow()) != 0;
    go_->setEnabled(has_row);
    remove_->setEnabled(has_row);
}

} // namespace hitmap
