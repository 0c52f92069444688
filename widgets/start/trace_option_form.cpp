#include "widgets/start/trace_option_form.h"

#include "widgets/base/format.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QGroupBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <limits>

namespace hitmap {

namespace {

struct Group {
    QString title;
    std::vector<std::string_view> options;
};

std::vector<Group> groups() {
    return {{TraceOptionForm::tr("Kernel and rays"), {"resolution", "kernel", "schedule", "fetch", "rays"}},
            {TraceOptionForm::tr("Tree"), {"bvh", "leaf-size", "node-order", "node-width"}},
            {TraceOptionForm::tr("Memory"), {"layout", "vertex-order", "face-order", "stack-slots"}},
            {TraceOptionForm::tr("Device"), {}}}; // and all options that belong to no other group
}

QString title_of(std::string_view name) {
    QString title = capitalised(name);
    title.replace(QLatin1Char('-'), QLatin1Char(' '));
    for (const auto& [from, to] :
         {std::pair{"Bvh", "BVH"}, std::pair{"Sms", "SMs"}, std::pair{"Warps per sm", "Warps per SM"},
          std::pair{"Fetch", "Ray fetching"}, std::pair{"Layout", "Vertex layout"}}) {
        if (title == QLatin1String(from)) title = QLatin1String(to);
    }
    return title;
}

QString name_part(const std::string& value) {
    return QString::fromStdString(value.substr(0, value.find(':')));
}

} // namespace

TraceOptionForm::TraceOptionForm(QWidget* parent)
    : QWidget(parent), blocks_(new QCheckBox(tr("&Basic blocks"))) {
    blocks_->setObjectName(QStringLiteral("trace_blocks"));
    blocks_->setToolTip(
        tr("Also records which basic blocks of the kernel each warp executes, for the SIMT panel: "
           "about one byte for each execution"));
    connect(blocks_, &QCheckBox::toggled, this, &TraceOptionForm::changed);
    const std::vector<Group> all = groups();
    const auto group_of = [&all](const std::string& name) {
        const auto holds = [&](const Group& group) {
            return std::ranges::find(group.options, name) != group.options.end();
        };
        const auto found = std::ranges::find_if(all, holds);
        return std::min<std::size_t>(static_cast<std::size_t>(found - all.begin()), all.size() - 1);
    };
    auto* columns = new QHBoxLayout(this);
    columns->setContentsMargins(0, 0, 0, 0);
    QVBoxLayout* sides[] = {new QVBoxLayout, new QVBoxLayout};
    for (QVBoxLayout* side : sides)
        columns->addLayout(side, 1);
    for (std::size_t group = 0; group < all.size(); ++group) {
        auto* box = new QGroupBox(all[group].title);
        auto* form = new QFormLayout(box);
        for (const TraceOption& option : trace_option_table()) {
            if (group_of(option.name) == group) add(*form, option);
        }
        if (group == 0) form->addRow(blocks_);
        sides[group % 2]->addWidget(box);
    }
    for (QVBoxLayout* side : sides)
        side->addStretch();
    show_options({});
}

QSpinBox* TraceOptionForm::make_number(const QString& name, const TraceOption& option) {
    auto* number = new QSpinBox;
    number->setObjectName(name);
    number->setRange(0, std::numeric_limits<int>::max());
    number->setGroupSeparatorShown(true);
    number->setToolTip(QString::fromStdString(option.help));
    number->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(number, QOverload<int>::of(&QSpinBox::valueChanged), this, &TraceOptionForm::changed);
    return number;
}

void TraceOptionForm::add(QFormLayout& form, const TraceOption& option) {
    Row row{&option};
    const QString name = QStringLiteral("trace_") + QString::fromStdString(option.name);
    auto* fields = new QHBoxLayout;
    fields->setSpacing(4);
    if (!option.values.empty()) {
        row.choice = new QComboBox;
        row.choice->setObjectName(name);
        row.choice->setToolTip(QString::fromStdString(option.help));
        row.choice->setAccessibleName(title_of(option.name));
        bool numbered = false;
        for (const TraceOption::Value& value : option.values) {
            row.choice->addItem(name_part(value.name), QString::fromStdString(value.name));
            row.choice->setItemData(row.choice->count() - 1, QString::fromStdString(value.help),
                                    Qt::ToolTipRole);
            numbered = numbered || value.name.find(':') != std::string::npos;
        }
        fields->addWidget(row.choice, 1);
        if (numbered) {
            row.first = make_number(name + QStringLiteral("_count"), option);
            row.first->setMinimum(1);
            row.first->setAccessibleName(tr("Number of rays"));
            fields->addWidget(row.first);
        }
        connect(row.choice, QOverload<int>::of(&QComboBox::currentIndexChanged), this, [this, row] {
            const QString value = row.choice->currentData().toString();
            if (row.first != nullptr) row.first->setEnabled(value.contains(QLatin1Char(':')));
            Q_EMIT changed();
        });
    } else {
        row.first = make_number(name, option);
        row.first->setAccessibleName(title_of(option.name));
        fields->addWidget(row.first, 1);
        if (option.form == "WxH") {
            row.second = make_number(name + QStringLiteral("_height"), option);
            // Sizes of images have no separators anywhere.
            for (QSpinBox* side : {row.first, row.second})
                side->setGroupSeparatorShown(false);
            row.second->setAccessibleName(tr("Height"));
            fields->addWidget(new QLabel(QStringLiteral("×")));
            fields->addWidget(row.second, 1);
        }
    }
    auto* label = new QLabel(title_of(option.name));
    label->setToolTip(QString::fromStdString(option.help));
    label->setBuddy(row.choice != nullptr ? static_cast<QWidget*>(row.choice) : row.first);
    form.addRow(label, fields);
    rows_.push_back(row);
}

std::string TraceOptionForm::text(const Row& row) const {
    if (row.choice == nullptr) {
        const std::string first = std::to_string(row.first->value());
        return row.second == nullptr ? first : first + "x" + std::to_string(row.second->value());
    }
    const std::string value = row.choice->currentData().toString().toStdString();
    const auto colon = value.find(':');
    return colon == std::string::npos ? value
                                      : value.substr(0, colon + 1) + std::to_string(row.first->value());
}

void TraceOptionForm::show_text(const Row& row, const std::string& text) {
    const auto number = [](const std::string& digits) { return QString::fromStdString(digits).toInt(); };
    if (row.choice == nullptr) {
        row.first->setValue(number(text.substr(0, text.find('x'))));
        if (row.second != nullptr) row.second->setValue(number(text.substr(text.find('x') + 1)));
        return;
    }
    row.choice->setCurrentIndex(row.choice->findText(name_part(text)));
    if (row.first == nullptr) return;
    const auto colon = text.find(':');
    if (colon != std::string::npos) row.first->setValue(number(text.substr(colon + 1)));
    row.first->setEnabled(colon != std::string::npos);
}

TraceOptions TraceOptionForm::options() const {
    TraceOptions options;
    for (const Row& row : rows_)
        row.option->set(options, text(row));
    options.records_blocks = blocks_->isChecked();
    return options;
}

void TraceOptionForm::show_options(const TraceOptions& options) {
    const QSignalBlocker quiet(this);
    for (const Row& row : rows_)
        show_text(row, row.option->get(options));
    blocks_->setChecked(options.records_blocks);
}

} // namespace hitmap
