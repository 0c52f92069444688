#include "app/cli/base/input_file.h"
#include "app/cli/base/option_check.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/terminal.h"
#include "app/cli/commands/command.h"
#include "core/base/error.h"
#include "core/base/text/printable.h"
#include "core/jobs/thread_pool.h"
#include "core/layout/apply/apply_layout.h"
#include "core/layout/derive/derive_layout.h"
#include "core/layout/model/layout_json.h"
#include "core/report/column/text_table.h"
#include "core/trace/formats/all/recording_formats.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>

namespace hitmap {

namespace {

struct LayoutRequest {
    std::string file;
    std::string output;
    AttachedMesh mesh;
    bool json = false;
};

ReportColumns<BufferLayout> buffer_columns() {
    using Row = BufferLayout;
    return {
        text_column<Row>("allocation", 20, CellType::text, &Row::name),
        text_column<Row>("role", 20, CellType::text, [](const Row& b) { return name_of(b.role); }),
        text_column<Row>("address", 18, CellType::address,
                         [](const Row& b) {
                             return b.space == Space::global ? CellValue(fmt::format("{:#x}", b.address))
                                                             : CellValue(name_of(b.space));
                         }),
        text_column<Row>("bytes", 14, CellType::count, &Row::bytes),
        text_column<Row>("stride", 8, CellType::count, &Row::stride),
        text_column<Row>("element", 9, CellType::count, &Row::element_bytes),
        text_column<Row>(
            "layout", 8, CellType::text,
            [](const Row& b) { return b.layout == ElementLayout::planar ? "planar" : "linear"; }),
        text_column<Row>("origin", 8, CellType::text, [](const Row& b) { return name_of(b.origin); }),
    };
}

/// What the table has no columns for: first bytes of positions and boxes, and base vertices.
std::string further_text(const RecordingLayout& layout) {
    std::string text;
    for (const BufferLayout& b : layout.buffers) {
        if (b.offset != 0)
            text += fmt::format("{}: its {} begin at byte {} of an element\n", printable(b.name),
                                b.role == Role::boxes ? "boxes" : "positions", b.offset);
        if (!b.base_vertices.empty())
            text += fmt::format("{}: base vertices by first face (?: not known): {}\n", printable(b.name),
                                base_vertices_text(b.base_vertices));
    }
    return text.empty() ? text : "\n" + text;
}

std::string layout_text(const RecordingLayout& layout) {
    std::string text;
    if (layout.width != 0)
        text += fmt::format("image      {} x {} pixels, {}\n", layout.width, layout.height,
                            name_of(layout.image_origin));
    text += fmt::format("pixels     {}\n", name_of(layout.pixels));
    if (!layout.mesh.file.empty()) text += fmt::format("mesh       {}\n", printable(layout.mesh.file));
    return text + "\n" + text_table(buffer_columns(), layout.buffers) + further_text(layout);
}

/// Says so if the output is the layout beside the recording, and names files that it must not name.
void tell_if_not_applied(const LayoutRequest& options, const RecordingLayout& layout) {
    const std::filesystem::path output(options.output);
    if (output != layout_path(options.file)) return;
    try {
        require_files_inside(output.parent_path(), layout);
    } catch (const Error&) {
        tell("{}: warning: names a mesh in another folder, so that it is only used with --layout\n",
             printable(options.output));
    }
}

void derive(const LayoutRequest& options, const JobContext& job) {
    refuse_overwriting(options.output, "--output", {options.file, options.mesh.file, options.mesh.faces});
    auto bytes = open_any_recording(options.file, job);
    if (bytes == nullptr)
        throw FileError(
            options.file, "",
            not_recognised(std::filesystem::path(options.file), "a recording, .hmt or of another program"));
    const HmtFile file(std::move(bytes), job);
    ThreadPool pool;
    RecordingLayout layout = derive_layout(file, pool, job);
    layout.mesh = options.mesh;
    if (!layout.mesh.file.empty()) {
        const LaidOut laid_out = make_laid_out(file, layout, pool, job);
        for (const std::string& note : laid_out.made.notes)
            tell("{}: {}\n", printable(options.file), printable(note));
        layout.buffers = laid_out.made.layout.buffers; // with the sizes that follow from the mesh
    }
    check_layout(layout);
    const bool to_file = !options.output.empty() && options.output != "-";
    const auto folder =
        to_file ? std::filesystem::path(options.output).parent_path() : std::filesystem::path();
    const std::string json = layout_to_json(to_file ? as_stored_in(folder, layout) : layout);
    if (!options.output.empty()) {
        TextOutput out(options.output, job);
        out.write(json);
        out.commit();
        tell_if_not_applied(options, layout);
    }
    if (options.json)
        print_document(std::string_view(json).substr(0, json.size() - 1));
    else if (options.output != "-")
        print_lines(layout_text(layout));
}

} // namespace

void add_layout_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<LayoutRequest>();
    auto* command = app.add_subcommand(
        "layout",
        "Derive from the requests of a recording what its buffers hold: roles, strides, image size");
    command->add_option("FILE", options->file, "Recording (.hmt or of another program)")
        ->check(not_empty("a file"))
        ->required();
    command
        ->add_option("-o,--output", options->output,
                     "Also write the layout; as FILE.layout.json it is applied whenever FILE is read. - is "
                     "standard output")
        ->check(not_empty("a file"))
        ->type_name("LAYOUT.json");
    auto* mesh =
        command->add_option("--mesh", options->mesh.file, "Mesh file or built-in scene with the faces")
            ->type_name("MESH");
    command
        ->add_option("--mesh-faces", options->mesh.faces,
                     "Text file with the source face of each face slot, one on each line, -1 for padding")
        ->needs(mesh)
        ->type_name("FACES.txt");
    command->add_flag("--json", options->json, "Print the layout as JSON instead of text");
    command->footer("A layout can be edited: docs/layout.md describes it.\n"
                    "Example: hitmap layout run.csv --mesh bunny.obj -o run.csv.layout.json");
    command->callback([=] { select([=](const JobContext& job) { derive(*options, job); }); });
}

} // namespace hitmap
