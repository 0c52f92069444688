#include "app/dialogs/layout_table.h"

#include "core/base/error.h"
#include "widgets/base/format.h"

#include <QtCore/QEvent>
#include <QtCore/QSignalBlocker>
#include <QtWidgets/QAction>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QInputDialog>
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace hitmap {

namespace {

enum LayoutColumn {
    name_column,
    role_column,
    address_column,
    bytes_column,
    stride_column,
    element_column,
    planes_column,
    offset_column,
    index_column,
    base_column,
    origin_column,
    count_column,
    layout_columns
};

QString origin_text(Origin origin) {
    return text_of(name_of(origin));
}

QString hexadecimal(std::uint64_t address) {
    return QStringLiteral("0x%1").arg(address, 0, 16);
}

/// One past the last byte; the largest address if that is beyond it.
std::uint64_t end_of(const BufferLayout& buffer) {
    return buffer.address + std::min(buffer.bytes, ~buffer.address);
}

/// "NAME 2", or with the next number that no buffer has.
std::string free_name(const std::vector<BufferLayout>& all, const std::string& name) {
    const auto numbered = [&](int number) { return fmt::format("{} {}", name, number); };
    int number = 2;
    while (std::ranges::count(all, numbered(number), &BufferLayout::name) != 0)
        ++number;
    return numbered(number);
}

/// A buffer between a row (-1: the beginning of memory) and the next one by address.
BufferLayout buffer_after(const std::vector<BufferLayout>& all, int row) {
    constexpr std::uint64_t usual_bytes = 256; // with nothing behind it
    BufferLayout added;
    added.name = free_name(all, "allocation");
    added.origin = Origin::given;
    if (row >= 0) added.address = end_of(all[static_cast<std::size_t>(row)]);
    std::uint64_t end = added.address + std::min(usual_bytes, ~added.address);
    bool is_last = true;
    for (const BufferLayout& buffer : all)
        if (buffer.space == added.space && buffer.address > added.address &&
            (is_last || buffer.address < end)) {
            end = buffer.address;
            is_last = false;
        }
    added.bytes = end - added.address;
    return added;
}

/// Makes two rows of one. Throws UsageError.
void split_buffer(std::vector<BufferLayout>& all, int row, std::uint64_t at) {
    BufferLayout& first = all[static_cast<std::size_t>(row)];
    if (first.layout == ElementLayout::planar)
        throw UsageError(fmt::format("Split: {} has planes, which one address does not divide", first.name));
    if (at <= first.address || at >= end_of(first))
        throw UsageError(fmt::format("Split: expected an address after {:#x} and before {:#x}, found {:#x}",
                                     first.address, end_of(first), at));
    BufferLayout second = first;
    second.name = free_name(all, first.name);
    second.address = at;
    second.bytes = end_of(first) - at;
    first.bytes = at - first.address;
    first.origin = second.origin = Origin::given;
    all.insert(all.begin() + (row + 1), std::move(second));
}

} // namespace

LayoutTable::LayoutTable(QWidget* parent) : QTableWidget(0, layout_columns, parent) {
    setObjectName(QStringLiteral("layout_table"));
    setAccessibleName(tr("Allocations"));
    setHorizontalHeaderLabels({tr("Allocation"), tr("Role"), tr("Address"), tr("Bytes"), tr("Stride"),
                               tr("Element"), tr("Layout"), tr("Offset"), tr("Index"), tr("Base Vertices"),
                               tr("Origin"), tr("Accesses")});
    const auto help = [this](LayoutColumn column, const QString& text) {
        horizontalHeaderItem(column)->setToolTip(text);
    };
    help(stride_column, tr("Distance of two elements in bytes"));
    help(element_column, tr("Bytes of an element"));
    help(planes_column, tr("linear: element after element; planar: components of 4 bytes in planes"));
    help(offset_column, tr("Vertices and boxes: first byte of the position or of the box in an element"));
    help(index_column, tr("Faces: bytes of a vertex index"));
    help(base_column,
         tr("Faces of several meshes: the first face of each range, a colon, and what is added to "
            "its vertex indices; ? if that is not known. 0: 0, 288: 169"));
    help(count_column, tr("Accesses of elements, and of all bytes, in the first block of requests"));
    verticalHeader()->hide();
    setTabKeyNavigation(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    connect(this, &QTableWidget::cellChanged, this, [this](int row, int /*column*/) { take_edit(row); });
    create_actions();
}

void LayoutTable::create_actions() {
    add_action("layout_add", tr("&Add Allocation"),
               tr("Adds a row after the current one, of the addresses up to the next allocation"),
               QKeySequence(Qt::Key_Insert), [](std::vector<BufferLayout>& all, int row) {
                   all.insert(all.begin() + (row + 1), buffer_after(all, row));
                   return row + 1;
               });
    row_actions_ = {
        add_action("layout_split", tr("&Split …"), tr("Divides the current row at an address"),
                   QKeySequence(QStringLiteral("Ctrl+Ins")),
                   [this](std::vector<BufferLayout>& all, int row) {
                       const auto at = ask_where_to_split(all[static_cast<std::size_t>(row)]);
                       if (at) split_buffer(all, row, *at);
                       return row;
                   }),
        add_action("layout_remove", tr("&Remove"), tr("Removes the current row from the layout"),
                   QKeySequence(Qt::Key_Delete),
                   [](std::vector<BufferLayout>& all, int row) {
                       all.erase(all.begin() + row);
                       return row;
                   }),
    };
    connect(this, &QTableWidget::currentCellChanged, this, &LayoutTable::enable_actions);
    enable_actions();
    setContextMenuPolicy(Qt::ActionsContextMenu);
}

void LayoutTable::enable_actions() {
    for (QAction* action : row_actions_)
        action->setEnabled(currentRow() >= 0);
}

QAction* LayoutTable::add_action(const char* name, const QString& text, const QString& help,
                                 const QKeySequence& key,
                                 std::function<int(std::vector<BufferLayout>&, int)> change) {
    auto* action = new QAction(text, this);
    action->setObjectName(QLatin1String(name));
    action->setToolTip(tr("%1 (%2)").arg(help, key.toString(QKeySequence::NativeText)));
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetShortcut);
    connect(action, &QAction::triggered, this, [this, change = std::move(change)] {
        try {
            const std::vector<BufferLayout> before = buffers();
            std::vector<BufferLayout> all = before;
            const int row = change(all, currentRow());
            if (all == before) return;
            set_buffers(all);
            setCurrentCell(std::min(row, rowCount() - 1), address_column);
            Q_EMIT edited();
        } catch (const Error& error) {
            Q_EMIT refused(QString::fromUtf8(error.what()));
        }
    });
    addAction(action);
    return action;
}

std::optional<std::uint64_t> LayoutTable::ask_where_to_split(const BufferLayout& buffer) {
    bool accepted = false;
    const std::uint64_t half = buffer.bytes / 2;
    const std::uint64_t middle = buffer.address + half - (buffer.stride == 0 ? 0 : half % buffer.stride);
    const QString text = QInputDialog::getText(
        this, tr("Split %1").arg(QString::fromStdString(buffer.name)),
        tr("Address of the first byte of the second part, after %1 and before %2:")
            .arg(hexadecimal(buffer.address), hexadecimal(buffer.address + buffer.bytes)),
        QLineEdit::Normal, hexadecimal(middle), &accepted);
    if (!accepted) return std::nullopt;
    bool valid = false;
    const qulonglong at = text.trimmed().toULongLong(&valid, 0);
    if (!valid) throw UsageError(tr("Split: expected an address, found '%1'").arg(text).toStdString());
    return at;
}

bool LayoutTable::eventFilter(QObject* watched, QEvent* event) {
    // The row in which the user works is the current one, also while a choice has the focus.
    if (event->type() == QEvent::FocusIn)
        if (const auto* box = qobject_cast<QComboBox*>(watched)) {
            const QModelIndex at = indexAt(box->pos());
            if (at.isValid() && at.row() != currentRow()) setCurrentCell(at.row(), at.column());
        }
    return QTableWidget::eventFilter(watched, event);
}

void LayoutTable::set_buffers(const std::vector<BufferLayout>& buffers) {
    const QSignalBlocker blocker(this);
    given_ = buffers;
    setRowCount(static_cast<int>(buffers.size()));
    for (int row = 0; row < rowCount(); ++row)
        set_row(row, buffers[static_cast<std::size_t>(row)]);
    resizeColumnsToContents();
    enable_actions();
}

void LayoutTable::set_row(int row, const BufferLayout& buffer) {
    set_cell(row, name_column, QString::fromStdString(buffer.name));
    QStringList roles;
    for (std::uint8_t role = 0; role < role_count; ++role)
        roles.append(text_of(name_of(static_cast<Role>(role))));
    set_choice(row, role_column, roles, static_cast<int>(buffer.role));
    set_cell(row, address_column, hexadecimal(buffer.address));
    set_cell(row, bytes_column, QString::number(buffer.bytes));
    set_cell(row, stride_column, QString::number(buffer.stride));
    set_cell(row, element_column, QString::number(buffer.element_bytes));
    set_choice(row, planes_column, {tr("linear"), tr("planar")}, static_cast<int>(buffer.layout));
    set_cell(row, offset_column, QString::number(buffer.offset));
    set_choice(row, index_column, {tr("4 bytes"), tr("2 bytes")}, buffer.index_bytes == 4 ? 0 : 1);
    set_cell(row, base_column, QString::fromStdString(base_vertices_text(buffer.base_vertices)));
    set_cell(row, origin_column, origin_text(buffer.origin), false);
    set_cell(row, count_column, {}, false);
}

void LayoutTable::set_cell(int row, int column, const QString& text, bool editable) {
    auto* cell = new QTableWidgetItem(text);
    if (!editable) cell->setFlags(cell->flags() & ~Qt::ItemIsEditable);
    if (column >= address_column && column != origin_column)
        cell->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setItem(row, column, cell);
}

void LayoutTable::set_choice(int row, int column, const QStringList& names, int current) {
    auto* box = new QComboBox;
    box->addItems(names);
    box->setCurrentIndex(current);
    box->setAccessibleName(horizontalHeaderItem(column)->text());
    box->installEventFilter(this);
    connect(box, QOverload<int>::of(&QComboBox::currentIndexChanged), this, [this, row] { take_edit(row); });
    setCellWidget(row, column, box);
}

void LayoutTable::take_edit(int row) {
    given_[static_cast<std::size_t>(row)].origin = Origin::given;
    {
        const QSignalBlocker blocker(this);
        item(row, origin_column)->setText(origin_text(Origin::given));
    }
    Q_EMIT edited();
}

bool LayoutTable::has_given_rows() const {
    return std::ranges::count(given_, Origin::given, &BufferLayout::origin) != 0;
}

void LayoutTable::show_counts(const std::vector<SampleCount>& counts) {
    const QSignalBlocker blocker(this);
    for (int row = 0; row < rowCount() && static_cast<std::size_t>(row) < counts.size(); ++row) {
        const SampleCount& count = counts[static_cast<std::size_t>(row)];
        item(row, count_column)
            ->setText(tr("%1 of %2").arg(count_text(count.elements), count_text(count.accesses)));
    }
    resizeColumnToContents(count_column);
}

std::vector<BufferLayout> LayoutTable::buffers() const {
    std::vector<BufferLayout> all;
    for (int row = 0; row < rowCount(); ++row)
        all.push_back(buffer(row));
    return all;
}

BufferLayout LayoutTable::buffer(int row) const {
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    BufferLayout buffer = given_[static_cast<std::size_t>(row)];
    buffer.name = item(row, name_column)->text().toStdString();
    buffer.role = static_cast<Role>(choice(row, role_column));
    buffer.address = number(row, address_column, ~std::uint64_t{0});
    buffer.bytes = number(row, bytes_column, ~std::uint64_t{0});
    buffer.stride = static_cast<std::uint32_t>(number(row, stride_column, most));
    buffer.element_bytes = static_cast<std::uint32_t>(number(row, element_column, most));
    buffer.layout = static_cast<ElementLayout>(choice(row, planes_column));
    buffer.offset = static_cast<std::uint32_t>(number(row, offset_column, most));
    buffer.index_bytes = choice(row, index_column) == 0 ? 4 : 2;
    try {
        buffer.base_vertices = parse_base_vertices(item(row, base_column)->text().toStdString());
    } catch (const UsageError& error) {
        throw UsageError(tr("Row %1, %2").arg(row + 1).arg(QString::fromUtf8(error.what())).toStdString());
    }
    return buffer;
}

std::uint64_t LayoutTable::number(int row, int column, std::uint64_t most) const {
    const QString text = item(row, column)->text().trimmed();
    bool valid = false;
    const qulonglong value = text.toULongLong(&valid, 0); // 0x for hexadecimal numbers
    if (!valid || value > most)
        throw UsageError(tr("Row %1, %2: expected a whole number, found '%3'")
                             .arg(row + 1)
                             .arg(horizontalHeaderItem(column)->text(), text)
                             .toStdString());
    return value;
}

int LayoutTable::choice(int row, int column) const {
    return qobject_cast<QComboBox*>(cellWidget(row, column))->currentIndex();
}

} // namespace hitmap
