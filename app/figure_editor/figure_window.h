#pragma once

#include "app/figure_editor/figure_document.h"
#include "app/figure_editor/figure_maker.h"

#include <QtCore/QTimer>
#include <QtWidgets/QMainWindow>

#include <optional>

class QAction;
class QLabel;
class QMenu;

namespace hitmap {

class FigurePage;
class InsetForm;
class MessageBar;

/// The editor of a figure: the page as `hitmap figure` makes it, the matrix of its panels, and their
/// settings. Everything is a step of undo and can be done by keys. It opens and saves recipes, and writes
/// PDF, SVG, PNG and LaTeX. Closing it hides it; the figure stays until the window of the panes is closed.
class FigureWindow : public QMainWindow {
    Q_OBJECT
public:
    /// @param pool  must outlive the window
    explicit FigureWindow(ThreadPool& pool, QWidget* parent = nullptr);
    ~FigureWindow() override;

    [[nodiscard]] FigureDocument& document() { return document_; }
    [[nodiscard]] FigureMaker& maker() { return maker_; }
    [[nodiscard]] FigurePage& page() { return *page_; }
    [[nodiscard]] MessageBar& message_bar() { return *messages_; }
    /// Shows the window in front of others.
    void show_front();

    /// Shows the page as it is seen with some colour vision, and warns of marks that look alike.
    void set_colour_vision(ColourVision vision);
    /// Saves to the file of the figure; asks for one if it has none.
    /// Returns false if the user cancels or that fails.
    bool save();
    bool save_as();
    /// Writes a file at once: PDF, SVG, PNG or LaTeX by its ending, in its own colours.
    void write(const QString& file) { maker_.write(document_.figure(), file, ColourVision::normal); }
    /// Asks for an experiment of `hitmap sweep`, and replaces the figure, as a step of undo, by one with a
    /// column for each of its runs.
    void ask_for_experiment();
    /// If there are unsaved changes, asks whether to save them. Returns false if the user cancels.
    [[nodiscard]] bool may_lose_changes();

private:
    void lay_out();
    void create_menus();
    void fill_file_menu(QMenu& menu);
    void fill_edit_menu(QMenu& menu);
    void fill_panel_menu(QMenu& menu);
    void fill_matrix_menu(QMenu& menu);
    void connect_parts();
    void ask_to_open();
    /// @param kind  what the files are
    [[nodiscard]] QString ask_for_file(const QString& title, const QString& kind);
    void ask_to_export(bool as_seen);
    /// Asks if a LaTeX file would replace a PDF that the editor did not write.
    [[nodiscard]] bool may_replace_pdf(const QString& file);
    /// Exchanges the selected place with a neighbour.
    void move_panel(FigureAxis axis, bool forward);
    void add_text();
    void add_bar();
    void make_picture();
    void show_state();
    void show_warnings();

    FigureDocument document_;
    FigureMaker maker_;
    ColourVision vision_ = ColourVision::normal;
    QTimer pause_;                ///< runs until the size of the page has settled
    bool hashes_are_new_ = false; ///< the picture that is being made does not know them
    FigurePage* page_;
    InsetForm* insets_;
    MessageBar* messages_;
    QLabel* warning_;
    QAction* undo_ = nullptr;
    QAction* redo_ = nullptr;
    QAction* export_as_seen_ = nullptr;
    QList<QAction*> with_panel_;  ///< enabled while a panel is selected
    QList<QAction*> with_panels_; ///< enabled while there are panels
};

} // namespace hitmap
