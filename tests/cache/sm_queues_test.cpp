#include "core/cache/stages/sm_queues.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>

namespace hitmap {
namespace {

/// Returns "SM: requests" for all SMs. `sms` and `lines` have the SM and the number of lines of each request.
std::string queues_of(SmQueues& queues, const std::vector<std::uint32_t>& sms,
                      const std::vector<std::uint32_t>& lines) {
    PipelineInput input;
    CoalescedRequests coalesced;
    coalesced.clear();
    for (std::size_t i = 0; i < sms.size(); ++i) {
        input.writable_requests().entries.push_back({0, sms[i], 0, 0, 0, 1, 0});
        input.launch_ordinals.push_back(0);
        coalesced.first_line.push_back(coalesced.first_line.back() + lines[i]);
    }
    input.see_all();
    input.find_sms();
    queues.fill(input, coalesced, std::array{MemoryPath::load});
    std::string text;
    for (std::uint32_t sm = 0; sm < queues.sms() + 2; ++sm) {
        text += std::to_string(sm) + ":";
        for (const SmRequest& request : queues.of(sm))
            text += " " + std::to_string(request.number) + "[" + std::to_string(request.first_line) + "," +
                    std::to_string(request.last_line) + ")";
        text += "\n";
    }
    return text;
}

TEST(SmQueues, HaveTheRequestsWithLinesOfEachSm) {
    SmQueues queues;
    EXPECT_EQ(queues_of(queues, {2, 0, 2, 0, 2}, {1, 2, 0, 1, 3}), "0: 1[1,3) 3[3,4)\n"
                                                                   "1:\n"
                                                                   "2: 0[0,1) 4[4,7)\n"
                                                                   "3:\n"
                                                                   "4:\n");
    EXPECT_EQ(queues_of(queues, {1}, {1}), "0:\n1: 0[0,1)\n2:\n3:\n") << "the requests before are gone";
}

} // namespace
} // namespace hitmap
