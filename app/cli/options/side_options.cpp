#include "app/cli/options/side_options.h"

#include "app/cli/base/option_check.h"

namespace hitmap {

ModelOptions SideBOptions::of_b(const ModelOptions& a) const {
    ModelOptions b = a;
    if (!preset.empty()) {
        b.preset = preset;
        b.preset_option = "--preset-b";
        b.l1.clear(); // those of another GPU
        b.l2.clear();
    }
    if (!l1.empty()) {
        b.l1 = l1;
        b.l1_option = "--l1-b";
    }
    if (!l2.empty()) {
        b.l2 = l2;
        b.l2_option = "--l2-b";
    }
    return b;
}

std::string SideBOptions::given() const {
    return !preset.empty() ? "--preset-b" : !l1.empty() ? "--l1-b" : !l2.empty() ? "--l2-b" : "";
}

void add_side_b_options(CLI::App& command, SideBOptions& options) {
    command
        .add_option("--preset-b", options.preset,
                    "GPU whose caches B has, if it is another one; with --model hierarchy")
        ->check(not_empty("a preset"))
        ->type_name("NAME")
        ->default_str("that of A");
    command.add_option("--l1-b", options.l1, "L1 cache of B, if it is another one")
        ->check(not_empty("a cache"))
        ->type_name("CACHE")
        ->default_str("that of A or of --preset-b");
    command.add_option("--l2-b", options.l2, "L2 cache of B, if it is another one")
        ->check(not_empty("a cache"))
        ->type_name("CACHE")
        ->default_str("that of A or of --preset-b");
}

} // namespace hitmap
