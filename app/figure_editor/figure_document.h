#pragma once

#include "app/figure/figure_edit.h"
#include "widgets/base/history.h"

#include <QtCore/QObject>
#include <QtCore/QString>

#include <cstdint>
#include <functional>
#include <string>

namespace hitmap {

/// A figure that is being composed: the recipe, which place of it is selected, its file, and undo. Does not
/// depend on widgets. The figure is always one that `hitmap figure` can read, or it has no panels.
class FigureDocument : public QObject {
    Q_OBJECT
public:
    explicit FigureDocument(QObject* parent = nullptr);

    [[nodiscard]] const Figure& figure() const { return history_.present().figure; }
    [[nodiscard]] bool is_empty() const { return figure().panels.empty(); }
    /// Returns the recipe with absolute paths.
    [[nodiscard]] const std::string& json() const { return history_.present().json; }
    /// The selected place; always within the matrix.
    [[nodiscard]] FigurePlace place() const { return place_; }
    /// Returns the panel that covers the selected place; null if it is empty.
    [[nodiscard]] const FigurePanel* panel() const;
    void select(FigurePlace place);

    /// Changes the figure, as one step of undo. If the result is not a valid recipe, nothing changes,
    /// failed() says why, and false is returned. What is no longer used is removed: remove_unused().
    bool change(const std::function<void(Figure&)>& edit);
    /// The same for the selected panel; does nothing if the place is empty.
    bool change_panel(const std::function<void(FigurePanel&)>& edit);
    [[nodiscard]] bool can_undo() const { return history_.can_undo(); }
    [[nodiscard]] bool can_redo() const { return history_.can_redo(); }
    void undo();
    void redo();
    /// Notes the CRC-32 of a file, in all steps of undo. That is no change: modified() stays as it is.
    void set_hash(const std::string& file, std::uint32_t crc);

    /// Removes the CRC-32 of all files, which have changed, from all steps of undo.
    void forget_hashes();

    /// The path of the recipe; empty if it was never saved.
    [[nodiscard]] const QString& file() const { return file_; }
    /// Whether there are panels, and the figure differs from its file.
    [[nodiscard]] bool modified() const;
    /// Begins an empty figure.
    void clear();
    /// Reads a recipe. If that fails, nothing changes, and failed() says why.
    bool open(const QString& file);
    /// Replaces the figure, as one step of undo, by figure_of_experiment() of an experiment of `hitmap
    /// sweep`. If that fails, nothing changes, and failed() says why.
    bool take_experiment(const QString& file);
    /// Writes the recipe, with paths relative to its folder. If that fails, failed() says why.
    bool save(const QString& file);
    /// Adds the hashes that came after save() to what it wrote, and nothing that was changed since. Does
    /// nothing if another recipe was begun or opened meanwhile.
    void save_hashes();

Q_SIGNALS:
    void changed();           ///< figure()
    void selection_changed(); ///< place(), or what is there
    void state_changed();     ///< undo, file() or modified()
    void saved();
    void failed(const QString& message); ///< of a change or a file; the next changed() or saved() is not so

private:
    struct State {
        Figure figure;
        std::string json;
    };
    [[nodiscard]] static State state_of(const Figure& figure);
    void begin(const Figure& figure, const QString& file);
    /// Writes a recipe; returns false after failed().
    bool write(const Figure& figure, const QString& file);
    void tell();

    History<State> history_;
    FigurePlace place_;
    QString file_;
    State saved_;               ///< what was saved or opened, with the hashes that came since
    bool was_saved_ = false;    ///< whether save() wrote `saved_`
    bool lacks_hashes_ = false; ///< whether hashes came since
};

} // namespace hitmap
