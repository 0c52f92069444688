#include "tests/references/citations.h"
#include "tests/references/reference_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <regex>
#include <string>
#include <vector>

namespace hitmap {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAreArray;

/// Every hand-written text file, except the list itself and its tests.
std::vector<fs::path> texts() {
    constexpr std::array folders{"app",       "bench",  "core",      "docs",    "examples", "fuzz",
                                 "packaging", "render", "resources", "shaders", "tests",    "widgets"};
    constexpr std::array endings{".h", ".cpp", ".c", ".md", ".json", ".txt", ".py", ".sh", ".cmake", ".glsl"};
    std::vector<fs::path> files{source_tree() / "README.md"};
    for (const char* folder : folders)
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(source_tree() / folder))
            if (entry.is_regular_file() && std::ranges::count(endings, entry.path().extension()) != 0 &&
                entry.path().filename() != "references.md" &&
                entry.path().parent_path().filename() != "references")
                files.push_back(entry.path());
    return files;
}

TEST(References, CitationsAreFoundInAllTheirForms) {
    EXPECT_THAT(citations_in(without_line_breaks("/// as Mei\n/// et al. 2014, section 3; (Nielson 2004).")),
                ElementsAre("Mei et al. 2014", "Nielson 2004"));
    EXPECT_THAT(citations_in("von Buelow et al. (2022) and Mei et al., 2014"),
                ElementsAre("von Buelow et al. 2022", "Mei et al. 2014"));
    EXPECT_THAT(citations_in("by Thürmer and Wüthrich 1998"), ElementsAre("Thürmer and Wüthrich 1998"));
    EXPECT_THAT(citations_in("von Buelow, Guthe and Fellner 2022"),
                ElementsAre("von Buelow, Guthe and Fellner 2022"));
    EXPECT_THAT(citations_in("(MICRO 2025), C++20, since 2009, version 1998"), IsEmpty());
}

TEST(References, PrivateAbbreviationsAreFound) {
    EXPECT_THAT(private_references_in(
                    "(paper 1, eq. 1) as design 4.2 says (Mei14), (design, section 1), CC4090; ../shared/x"),
                ElementsAre("paper 1", "design 4", "Mei14", "(design,", "CC4090", "../shared"));
    EXPECT_THAT(private_references_in("the design of a cache, a paper of 2014, GS and CC"), IsEmpty());
}

TEST(References, NamesInTheSourcesOfPresets) {
    EXPECT_THAT(
        named_sources("Mei et al. 2014, Accel-Sim 2024 (QV100, TITAN)"),
        ElementsAre(NamedSource{"Mei et al. 2014", ""}, NamedSource{"Accel-Sim 2024", "QV100, TITAN"}));
    EXPECT_THAT(named_sources("-"), IsEmpty());
}

TEST(References, EverythingCitedIsListed) {
    const ReferenceList list = reference_list();
    ASSERT_GT(list.works.size(), 20U);
    std::size_t found = 0;
    for (const fs::path& file : texts())
        for (std::string& cited : citations_in(without_line_breaks(read_whole_file(file)))) {
            if (cited.starts_with("Von ")) cited.front() = 'v'; // at the start of a sentence
            ++found;
            EXPECT_TRUE(list.all.contains(cited)) << file << ": " << cited;
        }
    EXPECT_GT(found, 50U);
}

TEST(References, NothingIsCitedByAPrivateAbbreviation) {
    for (const fs::path& file : texts())
        for (const std::string& found : private_references_in(without_line_breaks(read_whole_file(file))))
            ADD_FAILURE() << file << ": " << found;
}

TEST(References, EveryWorkHasABibTexEntry) {
    const std::string bib = read_whole_file(source_tree() / "docs" / "references.bib");
    static const std::regex entry("shorthand = \\{([^}]*)\\}");
    std::vector<std::string> entries;
    for (std::sregex_iterator it(bib.begin(), bib.end(), entry), end; it != end; ++it)
        entries.push_back((*it)[1].str());
    EXPECT_THAT(entries, UnorderedElementsAreArray(reference_list().works));
}

} // namespace
} // namespace hitmap
