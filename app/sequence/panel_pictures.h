#pragma once

#include "app/sequence/sequence_pictures.h"
#include "render/picture/address_panel.h"
#include "render/picture/panels.h"
#include "render/view/view_state.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace hitmap {

/// Pictures of cells: of the framebuffer, of an image or of addresses.
/// @tparam Panel  FramebufferPanel or AddressPanel
template <class Panel>
class PanelPictures final : public SequencePictures {
public:
    /// Returns the panel of a state, with its caption. It can take long: if the pictures share a range, a
    /// panel is asked for a second time only if there is no memory to keep it.
    using MakePanel = std::function<Panel(const ViewState& state, const JobContext& job)>;

    /// @param states  at least one. With RangeMode::all_frames, the panels get one range; otherwise each has
    ///                the range with which it is made.
    PanelPictures(std::vector<ViewState> states, MakePanel make, SequenceLook look);

    [[nodiscard]] std::size_t count() const override { return states_.size(); }
    void measure(const JobContext& job) override;
    [[nodiscard]] Image draw(std::size_t picture, const JobContext& job) override;
    [[nodiscard]] std::vector<ColourMark> marks() const override { return marks_; }

private:
    [[nodiscard]] Panel panel_of(std::size_t picture, const JobContext& job);

    std::vector<ViewState> states_;
    MakePanel make_;
    SequenceLook look_;
    std::vector<std::optional<Panel>> kept_; ///< [states] or fewer
    std::optional<DataExtent> all_frames_;
    std::vector<ColourMark> marks_;
};

} // namespace hitmap
