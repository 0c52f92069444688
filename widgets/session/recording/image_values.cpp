#include "widgets/session/recording/image_values.h"

#include "core/base/error.h"
#include "render/picture/image_sides.h"
#include "widgets/base/tr.h"
#include "widgets/session/recording/library.h"

#include <utility>

namespace hitmap {

namespace {

ImageSide side_of(const CountedPixels& counted) {
    const Simulation& simulation = *counted.simulation;
    return {simulation.recording->info(), simulation.model, counted.frames, simulation.config.only,
            counted.ranges};
}

const CountedPixels& counted_on(Side side, const WantedImage& request) {
    return side == request.own ? request.counted : *request.reference;
}

/// Throws Error if hits and misses of the sides are counted in different units.
void require_same_counting(const WantedImage& request) {
    const auto model_of = [&](Side side) -> const ModelConfig& {
        return counted_on(side, request).simulation->model;
    };
    const std::string refusal = image_difference_refusal(*request.quantity, model_of(Side::baseline),
                                                         model_of(Side::compared), request.letters);
    if (!refusal.empty()) throw Error(refusal);
}

const WindowPixels& pixels_of(const ImageValues& image, Side side) {
    return side == image.request.own ? *image.pixels : *image.other;
}

void compute(ImageValues& image, Library& library, const JobContext& job) {
    const WantedImage& request = image.request;
    if (image.difference()) require_same_counting(request);
    image.pixels = library.pixels(request.counted, job);
    std::vector<float> values;
    if (image.difference()) {
        image.other = library.pixels(*request.reference, job);
        values = pixel_differences(pixels_of(image, Side::baseline), pixels_of(image, Side::compared),
                                   *request.quantity, request.letters, job);
        image.extent = difference_extent(values);
    } else {
        values = pixel_values(*image.pixels, *request.quantity, job);
        image.extent = robust_extent(values);
    }
    image.width = image.pixels->width;
    image.height = image.pixels->height;
    image.values = std::make_shared<const std::vector<float>>(std::move(values));
}

} // namespace

TimeWindow window_of(const CountedPixels& counted) {
    return frame_range_window(counted.simulation->profile->positions(), counted.frames);
}

std::shared_ptr<const ImageValues> image_values(const WantedImage& request, Library& library,
                                                const JobContext& job) {
    LatestWanted<WantedImage> latest(request);
    return image_values(latest, library, job);
}

std::shared_ptr<const ImageValues> image_values(LatestWanted<WantedImage>& latest, Library& library,
                                                const JobContext& job) {
    auto image = std::make_shared<ImageValues>();
    image->request = latest.get();
    try {
        const auto own = library.indexed(image->request.counted, job);
        std::shared_ptr<const IndexedSimulation> other;
        if (image->difference()) {
            require_same_counting(image->request);
            other = library.indexed(*image->request.reference, job);
        }
        image->simulated = own->pixels == nullptr || (other != nullptr && other->pixels == nullptr);
        image->request = image->simulated ? latest.keep() : latest.get();
        compute(*image, library, job);
    } catch (const Cancelled&) {
        throw;
    } catch (const DistancesTooLarge& error) {
        image->refusal = std::string(error.what()) + ": the image is made when the slider is let go";
    } catch (const Error& error) {
        image->refusal = error.what();
    }
    return image;
}

bool same_simulations(const WantedImage& a, const WantedImage& b) {
    const auto of = [](const std::optional<CountedPixels>& counted) {
        // Previews of a simulation follow each other while a slider moves.
        if (!counted) return static_cast<const Simulation*>(nullptr);
        const Simulation* const base = counted->simulation->base.get();
        return base != nullptr ? base : counted->simulation.get();
    };
    // Metrics choose other elements in other frames.
    const bool same_elements = a.counted.ranges == b.counted.ranges &&
                               (!depend_on_time(a.counted.ranges) || a.counted.frames == b.counted.frames);
    return same_elements && of(a.counted) == of(b.counted) && of(a.reference) == of(b.reference);
}

ColourBarText bar_text_of(const WantedImage& request, const std::string& refusal) {
    ColourBarText text = request.reference ? difference_bar_text(*request.quantity, request.letters)
                                           : colour_bar_text(*request.quantity);
    text.refusal = refusal;
    return text;
}

RangeSubject range_subject_of(const WantedImage& request) {
    return {{}, request.reference.has_value(), request.quantity};
}

FramebufferPanel panel_of(const ImageValues& image, const View& view, const JobContext& job) {
    const WantedImage& request = image.request;
    const PixelQuantity& quantity = *request.quantity;
    if (!image.difference()) {
        FramebufferPanel panel = image_of(*image.pixels, quantity, view, job);
        panel.caption = image_caption(quantity, side_of(request.counted));
        return panel;
    }
    FramebufferPanel panel =
        image_difference_of(pixels_of(image, Side::baseline), pixels_of(image, Side::compared), quantity,
                            request.letters, view, job);
    panel.caption =
        image_difference_caption(quantity, request.letters, side_of(counted_on(Side::baseline, request)),
                                 side_of(counted_on(Side::compared, request)));
    return panel;
}

CountedImage counted_image(const ImageValues& image) {
    const WantedImage& request = image.request;
    if (!image.difference()) return {*request.quantity, *image.pixels, nullptr, {}};
    return {*request.quantity, pixels_of(image, Side::baseline), &pixels_of(image, Side::compared),
            request.letters};
}

QString why_no_image(const OpenRecording& recording) {
    if (recording.info().has_sums())
        return tr("This recording has sums of elements and no requests, which the pixels of an image are "
                  "counted from.");
    if (recording.info().scene.width == 0 || recording.info().scene.height == 0)
        return tr("This recording has no framebuffer of a known size, so that there is no image whose pixels "
                  "could be coloured.");
    return {};
}

} // namespace hitmap
