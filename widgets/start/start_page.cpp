#include "widgets/start/start_page.h"

#include "core/geometry/scene.h"
#include "widgets/base/format.h"
#include "widgets/controls/focus_frame.h"
#include "widgets/start/card_layout.h"
#include "widgets/start/start_card.h"
#include "widgets/start/start_picture.h"

#include <QtGui/QFocusEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QButtonGroup>
#include <QtWidgets/QCommandLinkButton>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

namespace {

// Widths in logical pixels.
constexpr int narrowest_action = 280;
constexpr int widest_action = 380;
constexpr int narrowest_card = 190;
constexpr int widest_card = 290;
constexpr int widest_page = 1560;
constexpr int page_margin = 24;

/// Says whether it has the keyboard, which the style does not draw for flat links.
class ActionLink : public QCommandLinkButton {
public:
    using QCommandLinkButton::QCommandLinkButton;

protected:
    void paintEvent(QPaintEvent* event) override {
        QCommandLinkButton::paintEvent(event);
        QPainter painter(this);
        draw_focus_frame(painter, *this);
    }
};

QLabel* make_title(const QString& text, double size) {
    auto* label = new QLabel(text);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * size);
    font.setBold(true);
    label->setFont(font);
    return label;
}

QLabel* make_section(const QString& text) {
    auto* label = make_title(text, 1.2);
    label->setContentsMargins(0, 14, 0, 0);
    return label;
}

} // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent), scroll_(new QScrollArea), entries_(new QButtonGroup(this)) {
    entries_->setExclusive(false);
    auto* centred = new QWidget;
    auto* middle = new QHBoxLayout(centred);
    middle->setContentsMargins(0, 0, 0, 0);
    middle->addStretch();
    middle->addWidget(make_content(), 1);
    middle->addStretch();
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setWidgetResizable(true);
    scroll_->setWidget(centred);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scroll_);
    setObjectName(QStringLiteral("start_page"));
    setAccessibleName(tr("Start page"));
    order_tabs();
}

QWidget* StartPage::make_content() {
    auto* content = new QWidget;
    content->setMaximumWidth(widest_page);
    auto* rows = new QVBoxLayout(content);
    rows->setContentsMargins(page_margin, page_margin, page_margin, page_margin);
    rows->setSpacing(10);
    rows->addWidget(make_heading());
    rows->addLayout(make_actions());
    recents_title_ = make_section(tr("Recent"));
    recents_title_->hide();
    recents_ = new CardLayout(narrowest_card, widest_card);
    rows->addWidget(recents_title_);
    rows->addLayout(recents_);
    rows->addWidget(make_section(tr("Look at an example")));
    rows->addLayout(make_examples());
    rows->addStretch(1);
    return content;
}

QWidget* StartPage::make_heading() {
    auto* box = new QWidget;
    auto* rows = new QVBoxLayout(box);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(make_title(QStringLiteral("Hitmap"), 2.2));
    auto* about = new QLabel(tr("See where in a scene a GPU ray tracer hits or misses its caches."));
    about->setWordWrap(true);
    rows->addWidget(about);
    return box;
}

CardLayout* StartPage::make_actions() {
    auto* layout = new CardLayout(narrowest_action, widest_action);
    recovery_ =
        add_action(*layout, "recovery_button", tr("&Restore the last session"),
                   tr("Hitmap ended unexpectedly; this is what was open."), &StartPage::recovery_chosen);
    recovery_->hide();
    add_action(*layout, "open_button", tr("&Open a recording or a mesh …"),
               tr("A recording, of this program (.hmt) or of another one, or a mesh (OBJ, PLY, STL, glTF, "
                  "COLLADA and others), which is ray traced first. Or drop one on this window."),
               &StartPage::open_requested);
    add_action(
        *layout, "new_recording_button", tr("&New recording …"),
        tr("Ray traces a scene as you choose: its camera, the kernel and its rays, the tree, the order "
           "in memory."),
        &StartPage::new_recording_requested);
    record_ =
        add_action(*layout, "record_button", tr("Record a progra&m …"),
                   tr("Runs a Vulkan program, such as your renderer, and records the memory requests of "
                      "its shaders."),
                   &StartPage::record_requested);
    record_->hide();
    return layout;
}

QCommandLinkButton* StartPage::add_action(CardLayout& layout, const char* name, const QString& title,
                                          const QString& explanation, void (StartPage::*requested)()) {
    auto* button = new ActionLink(title, explanation);
    button->setObjectName(QLatin1String(name));
    button->setMinimumWidth(1); // its text wraps
    button->setAccessibleDescription(explanation);
    connect(button, &QCommandLinkButton::clicked, this, requested);
    layout.addWidget(button);
    actions_.append(button);
    take_entry(*button);
    return button;
}

CardLayout* StartPage::make_examples() {
    auto* layout = new CardLayout(narrowest_card, widest_card);
    for (const BuiltinScene& scene : builtin_scenes()) {
        const QString spec = QStringLiteral("builtin:") + text_of(scene.name);
        auto* card = new StartCard(spec, capitalised(scene.name),
                                   tr("%1. About %2 triangles, traced here.")
                                       .arg(capitalised(scene.description), count_text(scene.triangles)),
                                   StartCard::Line::wrapped);
        card->set_picture(builtin_picture(spec));
        examples_.append(add_card(*layout, card, qPrintable(spec)));
    }
    return layout;
}

StartCard* StartPage::add_card(CardLayout& layout, StartCard* card, const char* name) {
    card->setObjectName(QLatin1String(name));
    connect(card, &StartCard::clicked, this, [this, spec = card->spec()] { Q_EMIT scene_chosen(spec); });
    layout.addWidget(card);
    take_entry(*card);
    return card;
}

void StartPage::take_entry(QPushButton& entry) {
    entry.setAutoDefault(true); // Enter presses it
    entries_->addButton(&entry);
    entry.installEventFilter(this);
}

void StartPage::order_tabs() {
    QList<QWidget*> order = actions_;
    for (const auto* cards : {&recent_cards_, &examples_})
        for (StartCard* card : *cards)
            order.append(card);
    for (int i = 1; i < order.size(); ++i)
        setTabOrder(order[i - 1], order[i]);
}

bool StartPage::eventFilter(QObject* watched, QEvent* event) {
    // After a press of the mouse, the entry would move away from the pointer.
    if (event->type() == QEvent::FocusIn &&
        static_cast<QFocusEvent*>(event)->reason() != Qt::MouseFocusReason)
        scroll_->ensureWidgetVisible(static_cast<QWidget*>(watched), page_margin, page_margin);
    return QWidget::eventFilter(watched, event);
}

void StartPage::show_recoverable(bool recoverable) {
    recovery_->setVisible(recoverable);
}

void StartPage::show_can_record(bool can_record) {
    record_->setVisible(can_record);
}

void StartPage::show_recents(const QList<Recent>& recents) {
    for (StartCard* card : qAsConst(recent_cards_)) {
        // Deleted later, since it may be the sender of the click that is being handled.
        recents_->removeWidget(card);
        card->setObjectName({});
        card->hide();
        card->deleteLater();
    }
    recent_cards_.clear();
    for (const Recent& recent : recents) {
        auto* card =
            new StartCard(recent.spec, recent.name, line_about(recent.spec), StartCard::Line::elided);
        card->set_picture(recent.picture.isNull() ? builtin_picture(recent.spec) : recent.picture);
        const QString name = QStringLiteral("recent_%1").arg(recent_cards_.size());
        recent_cards_.append(add_card(*recents_, card, qPrintable(name)));
    }
    recents_title_->setVisible(!recents.isEmpty());
    order_tabs();
}

void StartPage::show_picture(const QString& spec, const QImage& picture) {
    for (StartCard* card : qAsConst(recent_cards_))
        if (card->spec() == spec) card->set_picture(picture);
}

} // namespace hitmap
