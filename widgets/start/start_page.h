#pragma once

#include <QtCore/QList>
#include <QtCore/QString>
#include <QtGui/QImage>
#include <QtWidgets/QWidget>

class QButtonGroup;
class QCommandLinkButton;
class QPushButton;
class QScrollArea;

namespace hitmap {

class CardLayout;
class StartCard;

/// The page that is shown before anything is open: what one can do, pictures of what was opened last, and
/// pictures of the built-in scenes. It has as many columns as there is room for. Arrow keys go to the
/// neighbours of an entry, Tab to all entries in turn.
class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(QWidget* parent = nullptr);

    struct Recent {
        QString spec;
        QString name;     ///< for people
        QImage picture{}; ///< null: none is known
    };
    /// Newest first.
    void show_recents(const QList<Recent>& recents);
    /// Shows the picture of one of them. Does nothing if it is none of them.
    void show_picture(const QString& spec, const QImage& picture);
    /// Offers to restore what was open when the program ended unexpectedly. Not at first.
    void show_recoverable(bool recoverable);
    /// Offers to record a program. Not at first.
    void show_can_record(bool can_record);

Q_SIGNALS:
    void scene_chosen(const QString& spec); ///< a built-in scene or a recent file
    void open_requested();
    void new_recording_requested();
    void record_requested(); ///< a program is to be recorded
    void recovery_chosen();

protected:
    /// An entry that gets the keyboard is scrolled into sight.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QWidget* make_content();
    [[nodiscard]] QWidget* make_heading();
    [[nodiscard]] CardLayout* make_actions();
    [[nodiscard]] CardLayout* make_examples();
    QCommandLinkButton* add_action(CardLayout& layout, const char* name, const QString& title,
                                   const QString& explanation, void (StartPage::*requested)());
    StartCard* add_card(CardLayout& layout, StartCard* card, const char* name);
    void take_entry(QPushButton& entry);
    /// Lets Tab visit the recent ones between the actions and the examples.
    void order_tabs();

    QScrollArea* scroll_;
    QButtonGroup* entries_; ///< in which arrow keys move
    QList<QWidget*> actions_;
    QList<StartCard*> recent_cards_;
    QList<StartCard*> examples_;
    CardLayout* recents_ = nullptr;
    QWidget* recents_title_ = nullptr;
    QWidget* recovery_ = nullptr;
    QWidget* record_ = nullptr;
};

} // namespace hitmap
