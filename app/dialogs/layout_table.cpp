#include "app/dialogs/layout_table.h"

#include "core/base/error.h"
#include "widgets/base/format.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHeaderView>

#include <algorithm>
#include <limits>

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
    origin_column,
    count_column,
    layout_columns
};

QString origin_text(Origin origin) {
    return text_of(name_of(origin));
}

} // namespace

LayoutTable::LayoutTable(QWidget* parent) : QTableWidget(0, layout_columns, parent) {
    setObjectName(QStringLiteral("layout_table"));
    setAccessibleName(tr("Allocations"));
    setHorizontalHeaderLabels({tr("Allocation"), tr("Role"), tr("Address"), tr("Bytes"), tr("Stride"),
                               tr("Element"), tr("Layout"), tr("Offset"), tr("Index"), tr("Origin"),
                               tr("Accesses")});
    const auto help = [this](LayoutColumn column, const QString& text) {
        horizontalHeaderItem(column)->setToolTip(text);
    };
    help(stride_column, tr("Distance of two elements in bytes"));
    help(element_column, tr("Bytes of an element"));
    help(planes_column, tr("linear: element after element; planar: components of 4 bytes in planes"));
    help(offset_column, tr("Vertices: first byte of the position in an element"));
    help(index_column, tr("Faces: bytes of a vertex index"));
    help(count_column, tr("Accesses of elements, and of all bytes, in the first block of requests"));
    verticalHeader()->hide();
    setTabKeyNavigation(false);
    connect(this, &QTableWidget::cellChanged, this, [this](int row, int /*column*/) { take_edit(row); });
}

void LayoutTable::set_buffers(const std::vector<BufferLayout>& buffers) {
    const QSignalBlocker blocker(this);
    given_ = buffers;
    setRowCount(static_cast<int>(buffers.size()));
    for (int row = 0; row < rowCount(); ++row)
        set_row(row, buffers[static_cast<std::size_t>(row)]);
    resizeColumnsToContents();
}

void LayoutTable::set_row(int row, const BufferLayout& buffer) {
    set_cell(row, name_column, QString::fromStdString(buffer.name));
    QStringList roles;
    for (std::uint8_t role = 0; role < role_count; ++role)
        roles.append(text_of(name_of(static_cast<Role>(role))));
    set_choice(row, role_column, roles, static_cast<int>(buffer.role));
    set_cell(row, address_column, QStringLiteral("0x%1").arg(buffer.address, 0, 16));
    set_cell(row, bytes_column, QString::number(buffer.bytes));
    set_cell(row, stride_column, QString::number(buffer.stride));
    set_cell(row, element_column, QString::number(buffer.element_bytes));
    set_choice(row, planes_column, {tr("linear"), tr("planar")}, static_cast<int>(buffer.layout));
    set_cell(row, offset_column, QString::number(buffer.offset));
    set_choice(row, index_column, {tr("4 bytes"), tr("2 bytes")}, buffer.index_bytes == 4 ? 0 : 1);
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
