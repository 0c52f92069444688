// The controls of a level of cache.

#include "core/cache/array/replacement.h"
#include "core/cache/array/set_index.h"
#include "widgets/base/format.h"
#include "widgets/controls/flow_layout.h"
#include "widgets/controls/steady_label.h"
#include "widgets/model/cache_level_edit.h"
#include "widgets/model/cache_slider.h"

#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QAction>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QStyle>
#include <QtWidgets/QStyleOptionComboBox>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <string_view>

namespace hitmap {

namespace {

constexpr std::uint32_t smallest_line = 16;
constexpr std::uint32_t largest_line = 4096;

/// A list that is as wide as its longest entry, so that none is cut.
class PartBox : public QComboBox {
public:
    [[nodiscard]] QSize sizeHint() const override {
        int widest = 0;
        for (int i = 0; i < count(); ++i)
            widest = std::max(widest, fontMetrics().horizontalAdvance(itemText(i)));
        QStyleOptionComboBox option;
        initStyleOption(&option);
        constexpr int around_text = 4;
        const QSize text(widest + around_text, fontMetrics().height());
        return style()->sizeFromContents(QStyle::CT_ComboBox, &option, text, this);
    }
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }
};

/// Moves a slider as the keys of a spin box do its number. Returns whether the key does so.
bool step_slider(CacheSlider& slider, int key) {
    switch (key) {
    case Qt::Key_Up:
        slider.triggerAction(QAbstractSlider::SliderSingleStepAdd);
        return true;
    case Qt::Key_Down:
        slider.triggerAction(QAbstractSlider::SliderSingleStepSub);
        return true;
    case Qt::Key_PageUp:
        slider.triggerAction(QAbstractSlider::SliderPageStepAdd);
        return true;
    case Qt::Key_PageDown:
        slider.triggerAction(QAbstractSlider::SliderPageStepSub);
        return true;
    default:
        return false;
    }
}

} // namespace

CacheLevelEdit::CacheLevelEdit(const QString& level, const QString& title, std::uint64_t largest,
                               QWidget* parent)
    : QWidget(parent), level_(level), largest_(largest), note_(new SteadyLabel({QStringLiteral("\n")})) {
    setObjectName(level.toLower() + QStringLiteral("_level"));
    auto* grid = new QGridLayout;
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(2, 1);
    capacity_ = add_number(*grid, QStringLiteral("capacity"), tr("Capacity"),
                           tr("Bytes that the cache holds, e.g. 32 KiB or 6 MiB. Up and Down: a step of the "
                              "slider. A whole cache, as the command line takes it, can be typed, too: "
                              "CAPACITY:LINE/SECTOR:WAYS:POLICY:INDEX, e.g. 64KiB:128/32:4:plru:xor. What is "
                              "left out, as in 64KiB:128:4, is that of the model's own cache"),
                           tr("Changes the capacity; everything is recoloured while it moves. Dragged, it "
                              "stops where the number of sets is a power of two, and at the model's own "
                              "capacity. Left and Right: the next number of whole sets; Page Up and Page "
                              "Down: a factor of two"));
    ways_ = add_number(*grid, QStringLiteral("ways"), tr("Ways"),
                       tr("Lines of a set; \"full\": one set of all lines"),
                       tr("Changes the lines of a set to other numbers that make whole sets, up to all "
                          "(full); everything is recoloured while it moves"));
    auto* parts = new FlowLayout;
    line_ = add_part(*parts, QStringLiteral("line"), tr("Line"), tr("Bytes of a line"));
    sector_ = add_part(*parts, QStringLiteral("sector"), tr("Sectors"),
                       tr("Bytes of a sector: what a miss fetches. The stack distance model has none"));
    policy_ = add_part(*parts, QStringLiteral("policy"), tr("Policy"),
                       tr("Which line a full set gives up. The stack distance model has lru alone"));
    index_ = add_part(*parts, QStringLiteral("index"), tr("Index"),
                      tr("Which set a line belongs to. The stack distance model has linear alone"));
    fill_parts();
    note_->setObjectName(level.toLower() + QStringLiteral("_note"));
    auto* heading = new QLabel(title);
    QFont bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    heading->setBuddy(capacity_.field);
    auto* text = new QToolButton;
    add_text_actions(*text);
    auto* top = new QHBoxLayout;
    top->addWidget(heading, 1);
    top->addWidget(text);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(2);
    rows->addLayout(top);
    rows->addLayout(grid);
    rows->addLayout(parts);
    rows->addWidget(note_);
    connect_numbers();
}

CacheLevelEdit::Number CacheLevelEdit::add_number(QGridLayout& grid, const QString& name,
                                                  const QString& title, const QString& tip,
                                                  const QString& slider_tip) {
    const QString whole = level_.toLower() + QLatin1Char('_') + name;
    const QString accessible = QStringLiteral("%1 %2").arg(level_, title.toLower());
    const Number number{new QLineEdit, new CacheSlider(accessible)};
    number.field->setObjectName(whole);
    number.field->setAccessibleName(accessible);
    number.field->setToolTip(tip);
    // Bytes that make no whole kibibyte are the longest of the numbers.
    constexpr int around_text = 16;
    number.field->setFixedWidth(number.field->fontMetrics().horizontalAdvance(QStringLiteral("268435440 B")) +
                                around_text);
    number.field->installEventFilter(this);
    number.slider->setObjectName(whole + QStringLiteral("_slider"));
    number.slider->setToolTip(slider_tip);
    auto* label = new QLabel(title);
    label->setBuddy(number.field);
    const int row = grid.rowCount();
    grid.addWidget(label, row, 0);
    grid.addWidget(number.field, row, 1);
    grid.addWidget(number.slider, row, 2);
    return number;
}

QComboBox* CacheLevelEdit::add_part(FlowLayout& parts, const QString& name, const QString& title,
                                    const QString& tip) {
    auto* box = new PartBox;
    box->setObjectName(level_.toLower() + QLatin1Char('_') + name);
    box->setAccessibleName(QStringLiteral("%1 %2").arg(level_, title.toLower()));
    box->setToolTip(tip);
    auto* label = new QLabel(title);
    label->setBuddy(box);
    auto* part = new QWidget; // which is not divided at the end of a line
    auto* row = new QHBoxLayout(part);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(label);
    row->addWidget(box);
    parts.addWidget(part);
    return box;
}

void CacheLevelEdit::fill_parts() {
    sector_->addItem(tr("none"), 0U);
    for (std::uint32_t bytes = smallest_line; bytes <= largest_line; bytes *= 2) {
        line_->addItem(tr("%1 B").arg(bytes), bytes);
        if (bytes < largest_line) sector_->addItem(tr("%1 B").arg(bytes), bytes);
    }
    for (const std::string_view policy : replacement_policy_names())
        policy_->addItem(text_of(policy));
    for (const std::string_view index : set_index_names())
        index_->addItem(text_of(index));
    for (QComboBox* box : {line_, sector_, policy_, index_})
        connect(box, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &CacheLevelEdit::take_part);
}

void CacheLevelEdit::connect_numbers() {
    connect(capacity_.field, &QLineEdit::textChanged, this, &CacheLevelEdit::take_entered);
    connect(ways_.field, &QLineEdit::textChanged, this, &CacheLevelEdit::take_part);
    connect(capacity_.slider, &CacheSlider::moved, this, &CacheLevelEdit::take_capacity);
    connect(ways_.slider, &CacheSlider::moved, this, &CacheLevelEdit::take_ways);
    for (const Number& number : {capacity_, ways_}) {
        connect(number.field, &QLineEdit::returnPressed, this, [this] {
            complete_text(); // The fields show what is submitted.
            Q_EMIT submitted();
        });
        connect(number.field, &QLineEdit::editingFinished, this, &CacheLevelEdit::complete_text);
        connect(number.slider, &CacheSlider::rested, this, &CacheLevelEdit::rested);
    }
}

void CacheLevelEdit::add_text_actions(QToolButton& button) {
    button.setObjectName(level_.toLower() + QStringLiteral("_text"));
    button.setText(tr("Text"));
    button.setAccessibleName(tr("%1 as text").arg(level_));
    button.setToolTip(tr("Copies or pastes the cache as the command line takes it, e.g. "
                         "64KiB:128/32:4:plru:xor"));
    button.setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(&button);
    const auto add = [&](const QString& title, const char* name, QKeySequence::StandardKey key, auto act) {
        QAction* const action = menu->addAction(title, this, act);
        action->setObjectName(level_.toLower() + QLatin1String(name));
        action->setShortcut(key);
        // A field copies and pastes its own text.
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        addAction(action);
    };
    add(tr("&Copy as Text"), "_copy_text", QKeySequence::Copy,
        [this] { QGuiApplication::clipboard()->setText(text()); });
    add(tr("&Paste Text"), "_paste_text", QKeySequence::Paste,
        [this] { take_text(QGuiApplication::clipboard()->text()); });
    button.setMenu(menu);
    setContextMenuPolicy(Qt::ActionsContextMenu);
}

bool CacheLevelEdit::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress)
        for (const Number& number : {capacity_, ways_})
            if (watched == number.field && step_slider(*number.slider, static_cast<QKeyEvent*>(event)->key()))
                return true;
    return QWidget::eventFilter(watched, event);
}

} // namespace hitmap
