#include "core/cache/contents/held_lines_sink.h"
#include "tests/cache/hierarchy_reference.h"
#include "tests/cache/random_requests.h"
#include "tests/cache/reference_levels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

/// The fields of a held line but for its array, which the reference implementation numbers otherwise.
using HeldText = std::string;

HeldText held_text(std::uint64_t line, std::uint64_t set, std::optional<std::uint32_t> allocation,
                   std::optional<std::uint32_t> box_level, std::uint64_t put_in, std::uint64_t last_use,
                   std::optional<std::uint64_t> next_use, bool next_is_present) {
    const auto text = [](const auto& number) { return number ? std::to_string(*number) : "-"; };
    return "line " + std::to_string(line) + " set " + std::to_string(set) + " of " + text(allocation) + "/" +
           text(box_level) + " from " + std::to_string(put_in) + " used " + std::to_string(last_use) +
           " next " + text(next_use) + (next_is_present ? " held" : "");
}

std::vector<HeldText> texts_of(const HeldLines& held, std::size_t moment) {
    std::vector<HeldText> texts;
    for (const HeldLine& line : held.moments.at(moment)) {
        const auto known = [](std::uint16_t number) {
            return number == BoxLevels::none ? std::nullopt : std::optional<std::uint32_t>(number);
        };
        texts.push_back(held_text(line.address / held.line_bytes, line.set, known(line.allocation),
                                  known(line.box_level), line.put_in, line.last_use, line.next_use,
                                  line.next_is_present));
    }
    std::ranges::sort(texts);
    return texts;
}

/// Repeats all uses up to the moment, and looks for the next use of each line that is there then.
std::vector<HeldText> naive_held_lines(const RandomRequests& random, const std::vector<ReferenceUse>& all,
                                       const HeldLines& held, std::uint64_t moment, bool is_end) {
    const bool is_l1 = held.request.level == Level::l1;
    const auto position = [&](const ReferenceUse& use) {
        return random.info.axis_is_requests() ? use.request : use.position;
    };
    struct Held {
        ReferenceUse put_in;
        std::uint64_t last_use;
    };
    // Another launch has another array, but the line may be used again in it.
    std::map<std::pair<std::size_t, std::uint64_t>, Held> present;
    std::map<std::size_t, std::size_t> arrays; ///< of an L1, by those of the reference implementation
    std::optional<std::uint32_t> launch;
    std::size_t next = 0;
    const auto is_of_cache = [&](const ReferenceUse& use) {
        return use.level == held.request.level && (!is_l1 || use.sm == held.request.sm);
    };
    for (; next < all.size(); ++next) {
        const ReferenceUse& use = all[next];
        if (!is_end && position(use) >= moment) break;
        if (!is_of_cache(use)) continue;
        if (is_l1 && launch != use.launch) present.clear();
        launch = use.launch;
        if (!use.is_present) present.insert_or_assign({use.array, use.line}, Held{use, 0});
        present.at({use.array, use.line}).last_use = position(use);
        if (use.evicted) present.erase({use.array, *use.evicted});
    }
    std::vector<HeldText> texts;
    for (const auto& [place, line] : present) {
        if (line.put_in.set % held.set_step != 0) continue;
        const auto again = std::find_if(all.begin() + static_cast<std::ptrdiff_t>(next), all.end(),
                                        [&, place = place](const ReferenceUse& use) {
                                            return is_of_cache(use) && use.line == place.second &&
                                                   (is_l1 || use.array == place.first);
                                        });
        const bool is_again = again != all.end();
        const auto allocation =
            line.put_in.allocation ? std::optional<std::uint32_t>(*line.put_in.allocation) : std::nullopt;
        texts.push_back(held_text(place.second, line.put_in.set, allocation,
                                  level_of_use(random, line.put_in), position(line.put_in), line.last_use,
                                  is_again ? std::optional(position(*again)) : std::nullopt,
                                  is_again && again->is_present));
    }
    std::ranges::sort(texts);
    return texts;
}

TEST(HeldLines, AgreeWithTheReferenceOnAnyNumberOfThreads) {
    std::size_t lines = 0;
    for (unsigned seed = 0; seed < 8 && !HasFailure(); ++seed) {
        RandomRequests random(seed, 400);
        give_levels(random);
        HierarchyConfig config = random_config(random);
        config.l1_units = 1; // the reference implementation does not say which unit an array is
        const ReferenceResult reference =
            hierarchy_reference(random.info, random.scene.get(), random.requests, config);
        const bool counts_requests = seed % 4 == 0; // as if there were no element accesses
        const std::uint64_t positions = counts_requests ? random.requests.size() : reference.outcomes.size();
        random.info.requests = random.requests.size();
        if (!counts_requests) random.info.element_accesses[box_kind] = positions;
        const std::vector<std::uint64_t> moments{0, positions / 5, positions / 5, positions / 2, positions};
        for (const unsigned threads : {1U, 3U})
            for (const Level level : both_levels) {
                MemorySource source(random.info, random.scene);
                for (const Request& request : random.requests)
                    source.add(request, 37 * threads);
                ThreadPool pool(threads);
                HeldLinesSink sink(random.info, BoxLevels(random.info, random.scene),
                                   {level, seed % 3, moments, threads == 1 ? ~std::uint64_t{0} : 8});
                simulate_hierarchy(source, config, {.uses = &sink}, pool);
                const HeldLines held = sink.take();
                for (std::size_t i = 0; i < moments.size(); ++i) {
                    EXPECT_EQ(texts_of(held, i), naive_held_lines(random, reference.uses, held, moments[i],
                                                                  i + 1 == moments.size()))
                        << "seed " << seed << ", " << name_of(level) << ", moment " << moments[i];
                    lines += held.moments[i].size();
                }
            }
    }
    EXPECT_GT(lines, 1000U);
}

} // namespace
} // namespace hitmap
