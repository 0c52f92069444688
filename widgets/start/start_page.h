#pragma once

#include <QtCore/QList>
#include <QtCore/QString>
#include <QtWidgets/QWidget>

class QVBoxLayout;

namespace hitmap {

/// The page that is shown before anything is open: built-in scenes, recent files, and how to open others.
class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(QWidget* parent = nullptr);

    struct Recent {
        QString spec;
        QString name; ///< for people
    };
    /// Newest first.
    void show_recents(const QList<Recent>& recents);
    /// Offers to restore what was open when the program ended unexpectedly.
    void show_recoverable(bool recoverable);

Q_SIGNALS:
    void scene_chosen(const QString& spec); ///< a built-in scene or a recent file
    void open_requested();
    void recovery_chosen();

private:
    [[nodiscard]] QWidget* make_heading();
    [[nodiscard]] QWidget* make_builtins();
    [[nodiscard]] QWidget* make_files();

    QVBoxLayout* recents_ = nullptr; ///< a column of buttons
    QWidget* recents_box_ = nullptr;
    QWidget* recovery_ = nullptr;
};

} // namespace hitmap
