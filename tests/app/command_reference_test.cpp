#include "app/cli/base/reference_text.h"

#include <gtest/gtest.h>

#include <string>

namespace hitmap::test {
namespace {

/// A program with two commands that the help shows and one that it leaves out.
class CommandReferences : public testing::Test {
protected:
    CommandReferences() {
        app.footer("`tool COMMAND --help` explains a command.");
        CLI::App* paint = app.add_subcommand("paint", "Draw a picture. It's quick");
        paint->add_option("FILE", text, "What to draw, docs/import.md")->required();
        paint->add_option("-o,--output", text, "Where it goes: a|b")->type_name("OUT.png");
        CLI::Option* why = paint->add_flag("--why", flag, "Say why");
        paint->add_option("--by", text, "Order")->type_name("near|far|at:N")->default_str("near")->needs(why);
        paint->add_option("--size", number, "Size [pixels]")->type_name("N")->capture_default_str();
        paint->add_option("--more", texts, "More *files*")->type_name("FILE")->group("With two files");
        paint->footer(".dots\n  tool paint a -o b.png");
        app.add_subcommand("list", "List everything")->add_option("FILES", texts, "Files");
        app.add_subcommand("secret", "Not for users")->group("");
    }

    std::string text;
    std::vector<std::string> texts;
    bool flag = false;
    int number = 7;
    CLI::App app{"Draws pictures. Also lists.", "tool"};
};

TEST_F(CommandReferences, AreSectionsOfAPage) {
    EXPECT_EQ(markdown_of(reference_of(app)),
              "## tool paint\n"
              "\n"
              "Draw a picture. It's quick.\n"
              "\n"
              "```\n"
              "tool paint [OPTIONS] FILE\n"
              "```\n"
              "\n"
              "| option | meaning |\n"
              "|---|---|\n"
              "| `FILE` | What to draw, [docs/import.md](import.md). Required |\n"
              "| `-o, --output OUT.png` | Where it goes: a\\|b |\n"
              "| `--why` | Say why |\n"
              "| `--by near\\|far\\|at:N` | Order. Default: near. Needs --why |\n"
              "| `--size N` | Size [pixels]. Default: 7 |\n"
              "\n"
              "With two files:\n"
              "\n"
              "| option | meaning |\n"
              "|---|---|\n"
              "| `--more FILE ...` | More \\*files\\* |\n"
              "\n"
              "```text\n"
              ".dots\n"
              "  tool paint a -o b.png\n"
              "```\n"
              "\n"
              "## tool list\n"
              "\n"
              "List everything.\n"
              "\n"
              "```\n"
              "tool list [OPTIONS] [FILES...]\n"
              "```\n"
              "\n"
              "| option | meaning |\n"
              "|---|---|\n"
              "| `FILES...` | Files |\n");
}

TEST_F(CommandReferences, AreAManualPage) {
    EXPECT_EQ(man_page_of(reference_of(app), "1.2"), ".TH TOOL 1 \"\" \"tool 1.2\" \"User Commands\"\n"
                                                     ".SH NAME\n"
                                                     "tool \\- Draws pictures\n"
                                                     ".SH SYNOPSIS\n"
                                                     ".B tool\n"
                                                     "[FILE...]\n"
                                                     ".br\n"
                                                     ".B tool\n"
                                                     "COMMAND [OPTIONS] ...\n"
                                                     ".SH DESCRIPTION\n"
                                                     "Draws pictures. Also lists.\n"
                                                     ".PP\n"
                                                     "`tool COMMAND \\-\\-help` explains a command.\n"
                                                     ".SH COMMANDS\n"
                                                     ".SS paint [OPTIONS] FILE\n"
                                                     "Draw a picture. It's quick.\n"
                                                     ".TP\n"
                                                     ".B FILE\n"
                                                     "What to draw, docs/import.md. Required\n"
                                                     ".TP\n"
                                                     ".B \\-o, \\-\\-output OUT.png\n"
                                                     "Where it goes: a|b\n"
                                                     ".TP\n"
                                                     ".B \\-\\-why\n"
                                                     "Say why\n"
                                                     ".TP\n"
                                                     ".B \\-\\-by near|far|at:N\n"
                                                     "Order. Default: near. Needs \\-\\-why\n"
                                                     ".TP\n"
                                                     ".B \\-\\-size N\n"
                                                     "Size [pixels]. Default: 7\n"
                                                     ".PP\n"
                                                     "With two files\n"
                                                     ".TP\n"
                                                     ".B \\-\\-more FILE ...\n"
                                                     "More *files*\n"
                                                     ".PP\n"
                                                     "\\&.dots\n"
                                                     ".br\n"
                                                     "  tool paint a \\-o b.png\n"
                                                     ".SS list [OPTIONS] [FILES...]\n"
                                                     "List everything.\n"
                                                     ".TP\n"
                                                     ".B FILES...\n"
                                                     "Files\n");
}

TEST_F(CommandReferences, AreCompletedInZsh) {
    EXPECT_EQ(zsh_completion_of(reference_of(app)),
              "#compdef tool\n"
              "# Completion of tool in zsh, made from its help.\n"
              "_tool() {\n"
              "    local -a commands=(\n"
              "        'paint:Draw a picture'\n"
              "        'list:List everything'\n"
              "    )\n"
              "    if (( CURRENT == 2 )); then\n"
              "        _describe -t commands command commands\n"
              "        _files\n"
              "        return\n"
              "    fi\n"
              "    local command=$words[2]\n"
              "    shift words\n"
              "    (( CURRENT -= 1 ))\n"
              "    case $command in\n"
              "    paint)\n"
              "        _arguments -S \\\n"
              "            '(-h --help)'{-h,--help}'[Print this help message and exit]' \\\n"
              "            '(-o --output)'{-o,--output}'[Where it goes\\: a|b]:OUT.png:_files' \\\n"
              "            --why'[Say why]' \\\n"
              "            --by'[Order]:near|far|at\\:N:(near far)' \\\n"
              "            --size'[Size \\[pixels\\]]:N:_files' \\\n"
              "            '*'--more'[More *files*]:FILE ...:_files' \\\n"
              "            '*:file:_files' ;;\n"
              "    list)\n"
              "        _arguments -S \\\n"
              "            '(-h --help)'{-h,--help}'[Print this help message and exit]' \\\n"
              "            '*:file:_files' ;;\n"
              "    *) _files ;;\n"
              "    esac\n"
              "}\n"
              "_tool \"$@\"\n");
}

TEST_F(CommandReferences, AreCompletedInFish) {
    EXPECT_EQ(
        fish_completion_of(reference_of(app)),
        "# Completion of tool in fish, made from its help.\n"
        "complete -c tool -n __fish_use_subcommand -s h -l help -d 'Print this help message and exit'\n"
        "complete -c tool -n __fish_use_subcommand -a paint -d 'Draw a picture'\n"
        "complete -c tool -n '__fish_seen_subcommand_from paint' -s h -l help -d 'Print this help message "
        "and exit'\n"
        "complete -c tool -n '__fish_seen_subcommand_from paint' -s o -l output -r -d 'Where it goes: a|b'\n"
        "complete -c tool -n '__fish_seen_subcommand_from paint' -l why -d 'Say why'\n"
        "complete -c tool -n '__fish_seen_subcommand_from paint' -l by -x -a 'near far' -d 'Order'\n"
        "complete -c tool -n '__fish_seen_subcommand_from paint' -l size -r -d 'Size [pixels]'\n"
        "complete -c tool -n '__fish_seen_subcommand_from paint' -l more -r -d 'More *files*'\n"
        "complete -c tool -n __fish_use_subcommand -a list -d 'List everything'\n"
        "complete -c tool -n '__fish_seen_subcommand_from list' -s h -l help -d 'Print this help message and "
        "exit'\n");
}

TEST(FirstSentences, EndAtAFullStopBeforeABlank) {
    EXPECT_EQ(first_sentence("Writes a file. It is large"), "Writes a file");
    EXPECT_EQ(first_sentence("Writes OUT.png"), "Writes OUT.png");
    EXPECT_EQ(first_sentence("Ends here."), "Ends here");
}

} // namespace
} // namespace hitmap::test
