#include "app/cli/options/deal_option.h"

#include "app/cli/base/option_check.h"
#include "core/relayout/dealing/deal_blocks.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

void add_option(CLI::App& command, std::string& deal_blocks, const std::string& name,
                const std::string& help) {
    command.add_option(name, deal_blocks, help)
        ->check([](const std::string& text) {
            return text == deal_to_gpu ? std::string() : whole_number(1, most_dealt_sms)(text);
        })
        ->type_name(fmt::format("SMS|{}", deal_to_gpu));
}

} // namespace

void add_deal_option(CLI::App& command, std::string& deal_blocks) {
    add_option(command, deal_blocks, "--deal-blocks",
               "Deal the thread blocks to this number of SMs, gpu: to that of the preset, and simulate the "
               "recording as these would run it (docs/cache-models.md)");
}

void add_deal_option(CLI::App& command, std::uint32_t& dealt_sms) {
    command
        .add_option(
            "--deal-blocks", dealt_sms,
            "Deal the thread blocks to this number of SMs, and show the recordings as these would run "
            "them (docs/cache-models.md)")
        ->check(whole_number(1, most_dealt_sms))
        ->type_name("SMS");
}

void add_deal_option(CLI::App& command, std::string& deal_blocks, const std::string& suffix, char side) {
    add_option(
        command, deal_blocks, "--deal-blocks" + suffix,
        fmt::format("Number of SMs that the thread blocks of {} are dealt to, if it is another one", side));
}

} // namespace hitmap
