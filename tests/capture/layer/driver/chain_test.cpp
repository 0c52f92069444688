#include <gtest/gtest.h>

#include "capture/layer/vulkan/chain.h"

namespace hitmap::capture {

namespace {

constexpr auto unknown_type = static_cast<VkStructureType>(0x7ffffff0);
constexpr VkStructureType flags_type = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO;
constexpr VkStructureType other_type = VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO;

/// The structures of a program, of which one is not known: before the others, or behind the first.
struct ProgramChain {
    VkMemoryAllocateFlagsInfo flags{flags_type, nullptr, 0, 3};
    VkMemoryDedicatedAllocateInfo last{VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO, nullptr, nullptr,
                                       nullptr};
    VkMemoryAllocateFlagsInfo unknown{unknown_type, nullptr, 0, 0};
    const void* first = nullptr;

    explicit ProgramChain(bool unknown_first) {
        flags.pNext = unknown_first ? static_cast<const void*>(&last) : &unknown;
        unknown.pNext = unknown_first ? static_cast<const void*>(&flags) : &last;
        first = unknown_first ? &unknown : &flags;
    }
};

std::size_t length(const void* first) {
    std::size_t count = 0;
    for (const auto* s = static_cast<const VkBaseInStructure*>(first); s != nullptr; s = s->pNext)
        ++count;
    return count;
}

} // namespace

TEST(Chain, AMemberIsChangedForTheCallAlone) {
    for (const bool unknown_first : {false, true}) {
        const ProgramChain program(unknown_first);
        Chain chain(program.first);
        EXPECT_TRUE(chain.set(flags_type, &VkMemoryAllocateFlagsInfo::flags, 5));
        EXPECT_FALSE(chain.set(other_type, &VkMemoryAllocateFlagsInfo::flags, 5)) << "there is none";
        EXPECT_EQ(program.flags.flags, 0U);
        {
            const AppliedEdits applied(chain.edits());
            ASSERT_TRUE(applied.done());
            EXPECT_EQ(chain.find<VkMemoryAllocateFlagsInfo>(flags_type)->flags, 5U);
            EXPECT_EQ(chain.find<VkMemoryAllocateFlagsInfo>(flags_type)->deviceMask, 3U);
            EXPECT_EQ(length(chain.first()), 3U);
        }
        EXPECT_EQ(program.flags.flags, 0U) << unknown_first;
    }
}

TEST(Chain, AStructureIsTakenOutForTheCallAlone) {
    for (const bool unknown_first : {false, true}) {
        const ProgramChain program(unknown_first);
        Chain chain(program.first);
        chain.remove(flags_type);
        {
            const AppliedEdits applied(chain.edits());
            ASSERT_TRUE(applied.done());
            EXPECT_EQ(chain.find<VkMemoryAllocateFlagsInfo>(flags_type), nullptr);
            EXPECT_EQ(length(chain.first()), 2U);
        }
        EXPECT_EQ(length(program.first), 3U);
    }
}

TEST(Chain, AValueThatIsAsNeededNeedsNoWriting) {
    static constexpr VkMemoryAllocateFlagsInfo constant{flags_type, nullptr, 5, 0};
    const VkMemoryAllocateFlagsInfo unknown{unknown_type, &constant, 0, 0};
    Chain chain(&unknown);
    EXPECT_TRUE(chain.set(flags_type, &VkMemoryAllocateFlagsInfo::flags, 5));
    EXPECT_TRUE(AppliedEdits(chain.edits()).done());
    EXPECT_TRUE(chain.set(flags_type, &VkMemoryAllocateFlagsInfo::flags, 6));
    EXPECT_FALSE(AppliedEdits(chain.edits()).done()) << "the memory is read-only";
}

TEST(Chain, NothingIsChangedIfOneOfSeveralIsReadOnly) {
    static constexpr std::uint32_t constant = 1;
    std::uint32_t variable = 1;
    MemoryEdits edits;
    edits.set(variable, 2);
    edits.set(constant, 2);
    const AppliedEdits applied(edits);
    EXPECT_FALSE(applied.done());
    EXPECT_EQ(variable, 1U);
}

} // namespace hitmap::capture
