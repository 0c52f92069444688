#pragma once

#include "widgets/contents/set_picture.h"
#include "widgets/session/recording/open_recording.h"

#include <QtWidgets/QWidget>

#include <memory>

class QComboBox;
class QLabel;

namespace hitmap {

class DataTable;

/// The lines of the sets of one cache over time, and a table of those of one set at one moment.
class SetsView : public QWidget {
    Q_OBJECT
public:
    explicit SetsView(QWidget* parent = nullptr);

    /// @param recording  of the lines
    /// @param held       null: nothing is shown
    /// @param looks      the colours of allocations
    void show(std::shared_ptr<const OpenRecording> recording, std::shared_ptr<const HeldLines> held,
              SetColour colour, const ColourMap& map, AllocationLooks looks);
    [[nodiscard]] SetPicture& picture() { return *picture_; }
    [[nodiscard]] DataTable& table() { return *table_; }

Q_SIGNALS:
    void colour_chosen(hitmap::SetColour colour);

private:
    void show_cell();

    QComboBox* colour_;
    SetPicture* picture_;
    QLabel* reading_;
    DataTable* table_;
    std::shared_ptr<const OpenRecording> recording_;
    std::shared_ptr<const HeldLines> held_;
};

} // namespace hitmap
