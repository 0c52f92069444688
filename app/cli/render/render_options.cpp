#include "app/cli/render/render_options.h"

#include "app/cli/base/input_file.h"
#include "app/cli/base/option_check.h"
#include "app/cli/export/curve_export.h"
#include "app/cli/options/deal_option.h"
#include "app/cli/options/layout_options.h"
#include "app/cli/render/render_panel.h"
#include "core/base/error.h"
#include "core/trace/elements/kind_names.h"
#include "render/view/range_choice.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <vector>

namespace hitmap {

namespace {

/// The value of the option --range.
struct AskedRange {
    RangeMode mode = RangeMode::percentiles;
    float min = 0.0F;
    float max = 1.0F;
};

/// Returns no value if the option is not given. Throws UsageError.
std::optional<AskedRange> parse_range(const std::string& text) {
    if (text.empty()) return std::nullopt;
    if (text == "percentiles") return AskedRange{RangeMode::percentiles};
    if (text == "frame-percentiles") return AskedRange{RangeMode::frame_percentiles};
    if (text == "full") return AskedRange{RangeMode::full};
    if (text == "data") return AskedRange{RangeMode::data};
    if (text == "all-frames") return AskedRange{RangeMode::all_frames};
    const std::size_t colon = text.find(':');
    const auto number = [&](const std::string& part) {
        char* end = nullptr;
        const float value = std::strtof(part.c_str(), &end);
        const bool whole = !part.empty() && end == part.c_str() + part.size();
        return whole && std::isfinite(value) ? value : std::nanf("");
    };
    AskedRange range{RangeMode::manual, std::nanf(""), std::nanf("")};
    if (colon != std::string::npos) {
        range.min = number(text.substr(0, colon));
        range.max = number(text.substr(colon + 1));
    }
    if (!(range.min < range.max))
        throw UsageError(fmt::format(
            "--range: expected percentiles, frame-percentiles, full, data, all-frames or MIN:MAX with MIN < "
            "MAX, found '{}'",
            text));
    return range;
}

std::uint64_t frame_number(const std::string& text, const std::string& option) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size())
        throw UsageError(fmt::format("{}: expected a number or FIRST..LAST, found '{}'", option, text));
    return value;
}

/// Throws UsageError about a metric that elements do not have.
[[noreturn]] void refuse_metric(const std::string& name) {
    if (pixel_quantity_named(name) != nullptr)
        throw UsageError(fmt::format("--metric {}: expected with --panel image", name));
    std::vector<std::string_view> names;
    for (const MetricInfo& known : metric_table())
        names.push_back(known.name);
    throw UsageError(fmt::format("--metric: expected one of {} (--panel image and --panel addresses have "
                                 "others, which --help lists), found '{}'",
                                 fmt::join(names, ", "), name));
}

} // namespace

FrameRange FrameOptions::over(FrameRange range) const {
    const std::string option = "--frame" + suffix;
    if (frames) range = {*frames, 0, 1};
    if (frame) {
        const std::size_t dots = frame->find("..");
        range.first = frame_number(frame->substr(0, dots), option);
        range.count = 1;
        if (dots != std::string::npos) {
            const std::uint64_t last = frame_number(frame->substr(dots + 2), option);
            if (last < range.first)
                throw UsageError(
                    fmt::format("{}: expected FIRST..LAST with FIRST <= LAST, found '{}'", option, *frame));
            range.count = last - range.first + 1;
            if (last >= range.total) range.first = last; // The check below reports it.
        }
    }
    if (frame_count) range.count = *frame_count;
    if (range.first >= range.total)
        throw UsageError(fmt::format("{}: expected 0 to {}, found {}", option, range.total - 1, range.first));
    if (range.count > range.total - range.first)
        throw UsageError(fmt::format("--frame-count{}: expected 1 to {}, found {}", suffix,
                                     range.total - range.first, range.count));
    return range;
}

std::string FrameOptions::given() const {
    return frames        ? "--frames" + suffix
           : frame       ? "--frame" + suffix
           : frame_count ? "--frame-count" + suffix
                         : "";
}

ViewState RenderOptions::state(const Camera& camera) const {
    ViewState state;
    state.view.camera = camera;
    if (!view.empty()) state = view_state_from_json(read_text_file(view), view, state);
    if (metric && drawn().metric == PanelMetric::elements) {
        const auto known = metric_named(*metric);
        if (!known) refuse_metric(*metric);
        state.metric = *known;
        // Faces have no such value, so that the picture would show nothing.
        if (info_of(known->quantity).term) state.view.show(info_of(known->quantity).term_kind);
    }
    using Drawn = SubtreeChoice::Drawn;
    if (only_subtree)
        state.view.subtree = SubtreeChoice{static_cast<std::uint32_t>(*only_subtree), Drawn::alone};
    if (without_subtree)
        state.view.subtree = SubtreeChoice{static_cast<std::uint32_t>(*without_subtree), Drawn::hidden};
    if (!only_named.empty()) {
        const NamedRanges* const named = ranges_named(state.view, only_named);
        if (named == nullptr)
            throw UsageError(fmt::format("--only-named: the view has no ranges named '{}'", only_named));
        choose_ranges(state.view, std::vector<ElementRange>(named->ranges));
    }
    for (const ElementRange& chosen : parse_element_ranges(only_ranges, "--only-range"))
        choose_range(state.view, chosen);
    if (!cut_plane.empty()) {
        state.view.cut_plane = CutPlane{{cut_plane[0], cut_plane[1], cut_plane[2]}, cut_plane[3]};
        if (!is_cut(*state.view.cut_plane) || !std::isfinite(cut_plane[3]))
            throw UsageError("--cut-plane: expected NX,NY,NZ,OFFSET with a normal that is not 0");
    }
    if (!cut_box.empty()) {
        state.view.cut_box = Aabb{{cut_box[0], cut_box[1], cut_box[2]}, {cut_box[3], cut_box[4], cut_box[5]}};
        if (!is_cut(*state.view.cut_box))
            throw UsageError("--cut-box: expected X0,Y0,Z0,X1,Y1,Z1 with X0 < X1, Y0 < Y1 and Z0 < Z1");
    }
    state.frames = frames.over(state.frames);
    if (colour_by)
        for (const auto& [by, name] : colour_by_names)
            if (*colour_by == name) state.view.colour_by = by;
    if (const auto asked = parse_range(range)) {
        state.view.range_mode = asked->mode;
        state.view.range_min = asked->min;
        state.view.range_max = asked->max;
        state.view.range_of.reset(); // The option applies to the metric that is drawn.
    }
    return state;
}

std::string RenderOptions::chosen_panel() const {
    if (!panel.empty()) return panel;
    if (view.empty()) return "mesh";
    return view_state_from_json(read_text_file(view), view).shown == Shown::image ? "image" : "mesh";
}

const PixelQuantity& RenderOptions::pixel_quantity() const {
    const std::string name = metric.value_or(std::string(state().image.quantity->name));
    const PixelQuantity* const quantity = pixel_quantity_named(name);
    if (quantity != nullptr) return *quantity;
    std::vector<std::string_view> names;
    for (const PixelQuantity& each : pixel_quantities())
        names.push_back(each.name);
    throw UsageError(fmt::format("--metric: expected one of {} with --panel image, found '{}'",
                                 fmt::join(names, ", "), name));
}

const AddressQuantity& RenderOptions::address_quantity() const {
    const std::string name = metric.value_or("l1-hit-rate");
    const AddressQuantity* const quantity = address_quantity_named(name);
    if (quantity != nullptr) return *quantity;
    std::vector<std::string_view> names;
    for (const AddressQuantity& each : address_quantities())
        names.push_back(each.name);
    throw UsageError(fmt::format("--metric: expected one of {} with --panel addresses, found '{}'",
                                 fmt::join(names, ", "), name));
}

PictureStyle RenderOptions::style() const {
    PictureStyle style;
    style.transparent = transparent;
    style.vision = colour_vision.vision();
    return style;
}

const RenderPanel& RenderOptions::drawn() const {
    return panel_named(panel);
}

namespace {

void add_what_to_draw(CLI::App& command, RenderOptions& options) {
    command.add_option("FILE", options.file, recording_help)->required();
    command.add_option("-o,--output", options.output, "Picture to write (- is standard output, as PNG)")
        ->type_name("OUT.png|OUT.svg|OUT.exr|OUT.npy|OUT.apng|OUT.mp4|OUT.webm")
        ->required();
    std::vector<std::string> names;
    std::vector<std::string> texts;
    for (const RenderPanel& each : render_panels()) {
        names.emplace_back(each.name);
        texts.push_back(*each.help == '\0' ? std::string(each.name)
                                           : fmt::format("{} ({})", each.name, each.help));
    }
    const std::string last = texts.back();
    texts.pop_back();
    command
        .add_option("--panel", options.panel,
                    fmt::format("What to draw: {} or {}, both with --model hierarchy; all but mesh also as "
                                "SVG, and image as EXR",
                                fmt::join(texts, ", "), last))
        ->check(CLI::IsMember(names).description(""))
        ->type_name("PANEL")
        ->default_str(names.front());
    command
        .add_option(
            "--cells", options.cells,
            "What colours the cells of --panel framebuffer: access-order, or stack-sectors (sectors of "
            "local memory that the rays of each pixel asked for, with --model hierarchy)")
        ->check(CLI::IsMember({"access-order", "stack-sectors"}).description(""))
        ->type_name("CELLS")
        ->default_str("access-order");
    std::vector<std::string_view> of_elements;
    for (const MetricInfo& known : metric_table())
        of_elements.push_back(known.name);
    std::vector<std::string_view> of_pixels;
    for (const PixelQuantity& known : pixel_quantities())
        of_pixels.push_back(known.name);
    std::vector<std::string_view> of_addresses;
    for (const AddressQuantity& known : address_quantities())
        of_addresses.push_back(known.name);
    // Which of them the option takes depends on the panel, so that state(), pixel_quantity() and
    // address_quantity() check it.
    command
        .add_option("--metric", options.metric,
                    fmt::format("One of {}; with --panel addresses one of {}; with --panel image one of {}",
                                fmt::join(of_elements, ", "), fmt::join(of_addresses, ", "),
                                fmt::join(of_pixels, ", ")))
        ->type_name("METRIC")
        ->default_str("l1-hit-rate");
    command
        .add_option("--range", options.range,
                    "Ends of the colour bar: percentiles (the 1st and the 99th; of meshes, over all frames), "
                    "frame-percentiles (over the frames that are shown), full, data, all-frames, or MIN:MAX "
                    "(rates from 0 to 1). With --panel curves, full draws rates from 0 to 100 %; otherwise "
                    "their axis begins at a round number below the lowest one")
        ->type_name("RANGE")
        ->default_str("percentiles");
}

void add_colour_by_option(CLI::App& command, RenderOptions& options) {
    std::string help =
        "With --panel mesh: what the faces are coloured by, of which hits, look-ups and accesses "
        "are added up first and divided last:";
    std::vector<std::string> names;
    for (const ColourByInfo& info : colour_by_table) {
        help += fmt::format("{} {} ({})", names.empty() ? "" : ",", info.name, info.help);
        names.emplace_back(info.name);
    }
    command.add_option("--colour-by", options.colour_by, help)
        ->check(CLI::IsMember(names).description(""))
        ->type_name(fmt::format("{}", fmt::join(names, "|")))
        ->default_str(names.front());
}

/// @param of_b  whether the options are for side B of a difference. Without them, B has the frames of A
void add_frame_options(CLI::App& command, FrameOptions& options, bool of_b) {
    options.suffix = of_b ? "-b" : "";
    const std::string of_side = of_b ? " of B" : "";
    command
        .add_option("--frames" + options.suffix, options.frames,
                    "Number of frames that the time" + of_side + " is cut into, up to 65536")
        ->check(whole_number(1, most_frames))
        ->type_name("Q")
        ->default_str(of_b ? "that of A" : "1; curves: 256 intervals");
    command
        .add_option("--frame" + options.suffix, options.frame,
                    "The frame" + of_side + " to show, from 0, or the first and the last")
        ->type_name("F|F..G")
        ->default_str(of_b ? "that of A" : "0");
    command
        .add_option("--frame-count" + options.suffix, options.frame_count,
                    "Number of frames" + of_side + " to show as one, from --frame" + options.suffix + " on")
        ->check(whole_number(1, most_frames))
        ->type_name("N")
        ->default_str(of_b ? "that of A" : "1");
}

void add_compare_options(CLI::App& command, RenderOptions& options) {
    command
        .add_option(
            "--compare", options.compare,
            "Show how this recording, B, differs from FILE, A: B - A, from a range around 0; the same "
            "file for another cache. Both are simulated as the options say")
        ->check(not_empty("a recording"))
        ->type_name("B.hmt");
    command.add_option("--geometry", options.geometry, "Whose mesh and boxes show the difference: a or b")
        ->check(CLI::IsMember({"a", "b"}).description(""))
        ->type_name("a|b")
        ->default_str("a");
    add_side_options(command, options.sides);
    add_frame_options(command, options.frames_b, true);
}

/// Adds what is left out of a scene.
void add_drawn_part(CLI::App& command, RenderOptions& options) {
    auto* only =
        command
            .add_option("--only-subtree", options.only_subtree,
                        "With --panel mesh: draw only this box and the boxes and faces below it (export "
                        "--tree lists the boxes)")
            ->check(whole_number(0, BoxTree::none - 1))
            ->type_name("BOX");
    command
        .add_option("--without-subtree", options.without_subtree,
                    "With --panel mesh: draw everything but this box and what is below it")
        ->check(whole_number(0, BoxTree::none - 1))
        ->type_name("BOX")
        ->excludes(only);
    command
        .add_option("--only-range", options.only_ranges,
                    "With --panel mesh: draw only " + list_of(drawn_kinds(), KindName::plural) +
                        " whose quantity is in this range, such as face-slant=60:90. With --panel image: "
                        "count only accesses to them, and requests with such an access. May be repeated for "
                        "other quantities: " +
                        element_quantity_names())
        ->expected(1)
        ->take_all()
        ->type_name("QUANTITY=FROM:TO");
    command
        .add_option("--only-named", options.only_named,
                    "The same for the ranges that have this name in the file of --view")
        ->check(not_empty("a name"))
        ->type_name("NAME");
    command
        .add_option("--cut-plane", options.cut_plane,
                    "With --panel mesh: do not draw points with NX x + NY y + NZ z > OFFSET")
        ->delimiter(',')
        ->expected(4)
        ->type_name("NX,NY,NZ,OFFSET");
    command.add_option("--cut-box", options.cut_box, "With --panel mesh: draw only what is within this box")
        ->delimiter(',')
        ->expected(6)
        ->type_name("X0,Y0,Z0,X1,Y1,Z1");
}

} // namespace

void add_render_options(CLI::App& command, RenderOptions& options) {
    add_what_to_draw(command, options);
    add_colour_by_option(command, options);
    add_frame_options(command, options.frames, false);
    command.add_option("--size", options.size, "Size of the picture in pixels, 64x64 to 32767x32767")
        ->type_name("WxH")
        ->capture_default_str();
    command
        .add_option(
            "--view", options.view,
            "Camera, colours, layers, metric and frames as a JSON object; options given here go before it")
        ->type_name("VIEW.json");
    add_drawn_part(command, options);
    command.add_flag("--transparent", options.transparent, "No background");
    command.add_flag("--histogram", options.histogram,
                     "How many elements have which value, behind the colour bar");
    add_colour_vision_option(command, options.colour_vision);
    add_sequence_options(command, options.sequence);
    add_part_options(command, options.model.part);
    add_layout_options(command, options.model.layout);
    add_deal_option(command, options.model.deal_blocks);
    add_model_options(command, options.model);
    add_restriction_options(command, options.model.texts);
    add_compare_options(command, options);
    add_address_options(command, options.addresses, "--panel addresses");
    add_curve_option(command, options.curves, "--panel curves");
}

} // namespace hitmap
