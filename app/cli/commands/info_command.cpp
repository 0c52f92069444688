#include "app/cli/base/info_json.h"
#include "app/cli/base/info_text.h"
#include "app/cli/base/input_file.h"
#include "app/cli/base/terminal.h"
#include "app/cli/commands/command.h"
#include "app/cli/input/recording_input.h"
#include "app/cli/options/layout_options.h"
#include "app/cli/options/part_options.h"
#include "core/report/column/text_table.h"

#include <memory>
#include <string>

namespace hitmap {

namespace {

Json json_of_file(const HmtFile& file, const std::string& path) {
    if (const auto foreign = foreign_file(file, path)) {
        Json json{{"format", foreign->format}};
        if (foreign->bytes) json["bytes"] = *foreign->bytes;
        json["incomplete"] = file.incomplete();
        return json;
    }
    return {{"format", "hmt"}, {"version", file.version()}, {"incomplete", file.incomplete()}};
}

std::string describe(const HmtFile& file, const std::string& path, const JobContext& job) {
    const std::string text = facts_text(file, path, job);
    if (file.info().allocations.empty()) return text + "allocations      none are listed\n";
    return text + "\n" +
           text_table(columns_in(allocation_report_columns(), &ReportPlaces::text),
                      rows_of_allocations(file.info()));
}

} // namespace

void add_info_command(CLI::App& app, const SelectCommand& select) {
    struct InfoOptions {
        std::string file;
        bool json = false;
        PartOptions part;
        LayoutChoice layout;
    };
    const auto options = std::make_shared<InfoOptions>();
    auto* command =
        app.add_subcommand("info", "Tell what a recording holds; the requests of an .hmt are not read");
    command->add_option("FILE", options->file, recording_help)->required();
    add_part_options(*command, options->part);
    add_layout_options(*command, options->layout);
    command->add_flag("--json", options->json, "Print one JSON object instead of text");
    command->callback([=] {
        select([=](const JobContext& job) {
            const HmtFile file = open_recording(options->file, options->part.part(), job, options->layout);
            if (options->json)
                print_document(
                    json_text(info_json(file.info(), file.launch_requests(job), file.read_instance_faces(),
                                        json_of_file(file, options->file))));
            else
                print_lines(describe(file, options->file, job));
        });
    });
}

} // namespace hitmap
