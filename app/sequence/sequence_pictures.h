#pragma once

#include "app/sequence/sequence_output.h"
#include "core/jobs/progress.h"
#include "render/image/colour_difference.h"
#include "render/image/image.h"
#include "render/picture/picture.h"

#include <cstddef>
#include <vector>

namespace hitmap {

/// What all pictures of a sequence have in common, beside what their states say.
struct SequenceLook {
    FrameSize size{1280, 720};
    PictureStyle style{};
    bool histogram = false; ///< whether to draw it behind the colour bar of a mesh
};

/// Pictures that are drawn one after the other. The window and the command line draw the same ones. Objects
/// of this class are made, used and destroyed by one thread, since some have an OpenGL context.
class SequencePictures {
public:
    SequencePictures() = default;
    virtual ~SequencePictures() = default;
    SequencePictures(const SequencePictures&) = delete;
    SequencePictures& operator=(const SequencePictures&) = delete;

    [[nodiscard]] virtual std::size_t count() const = 0;
    /// Finds the range of colours that the pictures share. Call once, before draw(). Throws Error, Cancelled.
    virtual void measure(const JobContext& job) = 0;
    /// Throws Error, UsageError (what the state shows is not known), Cancelled.
    [[nodiscard]] virtual Image draw(std::size_t picture, const JobContext& job) = 0;
    /// Returns what the colours of the pictures stand for. Call after draw().
    [[nodiscard]] virtual std::vector<ColourMark> marks() const = 0;
};

/// Draws all pictures and writes them, with their number as progress. Throws what drawing and writing throw.
void write_sequence(SequencePictures& pictures, SequenceOutput& output, const JobContext& job);

/// Returns a job for one of several parts of a piece of work: it can be stopped, but its progress is not told
/// in the place of that of the whole.
[[nodiscard]] JobContext part_of_job(const JobContext& job);

} // namespace hitmap
