#include "core/base/error.h"
#include "core/profile/sums/outcome_sums.h"
#include "tests/profile/plain_profile.h"
#include "tests/profile/synthetic_stream.h"

#include <gtest/gtest.h>

namespace hitmap {
namespace {

using test::generate;
using test::info_of;
using test::PlainProfile;
using test::SyntheticStream;

constexpr SyntheticStream even_stream{
    .accesses = 50000, .boxes = 500, .faces = 800, .pixels = 60, .lanes_on_one_element = 8, .locality = 0.5};

std::vector<KindSums> without_elements(std::vector<KindSums> kinds) {
    for (KindSums& sums : kinds)
        sums.elements_accessed = 0;
    return kinds;
}

std::vector<KindSums> added_up(const std::vector<std::vector<KindSums>>& groups) {
    std::vector<KindSums> sums(element_kinds().size());
    for (const auto& group : groups)
        for (std::size_t kind = 0; kind < sums.size(); ++kind)
            sums[kind] += group[kind];
    return sums;
}

TEST(SumsByGroup, FramesEqualAScanOfEachFrame) {
    PlainProfile plain(info_of(even_stream));
    generate(even_stream, plain);
    for (const std::uint64_t q :
         {std::uint64_t{1}, std::uint64_t{7}, std::uint64_t{1000}, 3 * even_stream.accesses}) {
        SumsByGroup frames = SumsByGroup::by_frame(even_stream.accesses, q);
        generate(even_stream, frames);
        ASSERT_EQ(frames.groups().size(), q);
        for (std::uint64_t f = 0; f < q; f += 1 + q / 50)
            EXPECT_EQ(frames.groups()[f],
                      without_elements(plain.totals(frame_window(even_stream.accesses, q, f))))
                << f << " of " << q;
    }
}

TEST(SumsByGroup, SmsAndLaunchesAddUpToTheWhole) {
    SumsByGroup whole = SumsByGroup::whole();
    SumsByGroup sms = SumsByGroup::by_sm(1); // grows to the SM numbers that occur
    SumsByGroup launches = SumsByGroup::by_launch(2);
    SplitOutcomes split({whole, sms, launches});
    generate(even_stream, split);
    EXPECT_EQ(sms.groups().size(), 68U);
    EXPECT_EQ(launches.groups().size(), 2U);
    ASSERT_EQ(whole.groups().size(), 1U);
    EXPECT_EQ(added_up(sms.groups()), whole.groups()[0]);
    EXPECT_EQ(added_up(launches.groups()), whole.groups()[0]);
    PlainProfile plain(info_of(even_stream));
    generate(even_stream, plain);
    EXPECT_EQ(whole.groups()[0], without_elements(plain.totals({0, even_stream.accesses})));
}

TEST(SumsByGroup, RefusesGroupsBeyondReason) {
    RequestBlock block;
    block.entries.push_back({});
    block.entries[0].sm = 1U << 20;
    const ElementAccess access{0, face_kind, 0, 0, 0};
    const AccessOutcome outcome;
    SumsByGroup sms = SumsByGroup::by_sm(68);
    EXPECT_THROW(sms.add(block, std::span(&access, 1), std::span(&outcome, 1)), Error);
}

} // namespace
} // namespace hitmap
