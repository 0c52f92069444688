#include "widgets/model/cache_level_edit.h"

#include "core/base/error.h"
#include "core/profile/models/model_texts.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QVBoxLayout>
#include <fmt/format.h>

#include <string>

namespace hitmap {

namespace {

QStringList powers(std::uint64_t first, std::uint64_t last, bool sizes) {
    QStringList items;
    for (std::uint64_t value = first; value <= last; value *= 2)
        items.append(sizes ? QString::fromStdString(format_size(value)) : QString::number(value));
    return items;
}

} // namespace

QString cache_text(const CacheGeometry& geometry, const CacheGeometry& standard) {
    std::string text = to_string(geometry);
    if (parse_cache_geometry(text, standard) != geometry) {
        std::string capacity = format_size(geometry.capacity);
        std::erase(capacity, ' ');
        const std::string ways =
            geometry.ways == geometry.lines() ? std::string("full") : std::to_string(geometry.ways);
        text = fmt::format("{}:{}/{}:{}:{}:{}", capacity, geometry.line, geometry.sector, ways,
                           geometry.policy, geometry.index);
    }
    return QString::fromStdString(text);
}

CacheLevelEdit::CacheLevelEdit(const QString& level, QWidget* parent)
    : QWidget(parent), level_(level), text_(new QLineEdit) {
    text_->setObjectName(level.toLower() + QStringLiteral("_edit"));
    text_->setAccessibleName(tr("%1 as text").arg(level));
    text_->setToolTip(
        tr("CAPACITY:LINE:WAYS, e.g. 32KiB:128:64; WAYS may be \"full\". GPUs have "
           "CAPACITY:LINE/SECTOR:WAYS:POLICY:INDEX, e.g. 64KiB:128/32:4:plru:xor. What is left out, as in "
           "64KiB:128:4 or 64KiB, is that of the model's own cache"));
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(text_);
    rows->addLayout(new QGridLayout);
    constexpr std::uint64_t kib = 1U << 10;
    capacity_ = add_part(QStringLiteral("capacity"), tr("Capacity"), powers(kib, kib << 16, true));
    line_ = add_part(QStringLiteral("line"), tr("Line"), powers(16, 4096, false));
    ways_ = add_part(QStringLiteral("ways"), tr("Ways"),
                     powers(1, 64, false) + QStringList(QStringLiteral("full")));
    capacity_->setToolTip(tr("Bytes that the cache holds, e.g. 32 KiB or 6 MiB"));
    line_->setToolTip(tr("Bytes of a line: a power of two"));
    ways_->setToolTip(tr("Lines of a set; \"full\": one set of all lines"));
    connect(text_, &QLineEdit::textChanged, this, [this] {
        if (!taking_parts_) show_parts();
        Q_EMIT changed();
    });
    connect(text_, &QLineEdit::returnPressed, this, [this] {
        complete_text(); // The field shows the text that is submitted.
        Q_EMIT submitted();
    });
    connect(text_, &QLineEdit::editingFinished, this, &CacheLevelEdit::complete_text);
}

QComboBox* CacheLevelEdit::add_part(const QString& name, const QString& title, const QStringList& items) {
    auto* box = new QComboBox;
    box->setObjectName(level_.toLower() + QLatin1Char('_') + name);
    box->setAccessibleName(QStringLiteral("%1 %2").arg(level_, title));
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->addItems(items);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(5);
    auto* parts = static_cast<QGridLayout*>(layout()->itemAt(1)->layout());
    const int column = parts->count() / 2;
    auto* label = new QLabel(title);
    label->setBuddy(box);
    parts->setSpacing(2);
    parts->setHorizontalSpacing(6);
    parts->addWidget(label, 0, column);
    parts->addWidget(box, 1, column);
    parts->setColumnStretch(column, 1);
    connect(box, &QComboBox::editTextChanged, this, &CacheLevelEdit::take_parts);
    connect(box->lineEdit(), &QLineEdit::returnPressed, this, &CacheLevelEdit::submitted);
    return box;
}

void CacheLevelEdit::set_standard(const CacheGeometry& standard) {
    standard_ = standard;
    show_parts();
}

void CacheLevelEdit::set_geometry(const CacheGeometry& geometry) {
    text_->setText(cache_text(geometry, standard_));
}

void CacheLevelEdit::complete_text() {
    try {
        set_geometry(value());
    } catch (const UsageError&) { // The form shows the error.
    }
}

CacheGeometry CacheLevelEdit::value() const {
    const std::string text = text_->text().trimmed().toStdString();
    return ChoicePlace{level_.toStdString()}.refusing([&] { return parse_cache_geometry(text, standard_); });
}

void CacheLevelEdit::show_parts() {
    const auto show = [](QComboBox* box, const QString& text) {
        const QSignalBlocker quiet(box);
        box->setEditText(text);
    };
    const QStringList parts = text_->text().split(QLatin1Char(':'));
    try {
        const CacheGeometry geometry = value();
        show(capacity_, QString::fromStdString(format_size(geometry.capacity)));
        show(line_, QString::number(geometry.line));
        show(ways_,
             geometry.ways == geometry.lines() ? QStringLiteral("full") : QString::number(geometry.ways));
    } catch (const UsageError&) { // Shows the parts of an invalid text unchanged.
        show(capacity_, parts.value(0));
        show(line_, parts.value(1));
        show(ways_, parts.value(2));
    }
}

void CacheLevelEdit::take_parts() {
    QString capacity = capacity_->currentText();
    capacity.remove(QLatin1Char(' '));
    // Sector, policy and index have no fields and do not change.
    QStringList parts = text_->text().split(QLatin1Char(':'));
    if (parts.size() == 1) parts = cache_text(standard_, standard_).split(QLatin1Char(':'));
    const int sector = parts.value(1).indexOf(QLatin1Char('/'));
    QString line = line_->currentText().trimmed();
    if (sector >= 0) line += parts.value(1).mid(sector);
    QStringList all{capacity, line, ways_->currentText().trimmed()};
    all += parts.mid(3);
    taking_parts_ = true; // A part that is being edited does not change.
    text_->setText(all.join(QLatin1Char(':')));
    taking_parts_ = false;
}

} // namespace hitmap
