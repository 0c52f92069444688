#pragma once

#include <QtWidgets/QLabel>

namespace hitmap {

class Pane;

/// Says that a recording is simulated with another number of SMs than its GPU has, and offers, as links, to
/// deal its thread blocks to the SMs of the GPU or to trace it again with them. Where the blocks are dealt,
/// it says so and offers the recording as it was. Hidden if there is nothing to say.
class SmsOffer : public QLabel {
    Q_OBJECT
public:
    enum class Look {
        banner, ///< over a pane; it can be hidden until another recording or GPU is chosen
        row,    ///< below a text that has the numbers of SMs
    };
    /// @param pane  must outlive the label
    SmsOffer(Pane& pane, Look look, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void show_state();
    void take(const QString& link);
    [[nodiscard]] QString sentences() const;

    Pane& pane_;
    Look look_;
    QString hidden_; ///< the text that the user does not want to see
    QString shown_;
};

} // namespace hitmap
