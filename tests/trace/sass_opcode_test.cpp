#include "core/trace/import/sass_opcode.h"

#include <gtest/gtest.h>

namespace hitmap {
namespace {

struct OpcodeRow {
    std::string_view opcode;
    std::optional<SassAccess> access;
};

TEST(SassOpcode, OperationSpaceSizeAndCacheOperator) {
    using enum Operation;
    constexpr CacheOperator normal = CacheOperator::default_;
    const OpcodeRow rows[] = {
        {"LDG.E", SassAccess{load, Space::global, false, 4, normal}},
        {"LDG.E.SYS", SassAccess{load, Space::global, false, 4, normal}},
        {"LDG.E.64.CONSTANT.SYS", SassAccess{load, Space::global, false, 8, normal}},
        {"LDG.E.128", SassAccess{load, Space::global, false, 16, normal}},
        {"LDG.E.ENL2.256", SassAccess{load, Space::global, false, 32, normal}},
        {"LDG.E.LTC128B.64", SassAccess{load, Space::global, false, 8, normal}},
        {"LDG.E.U8", SassAccess{load, Space::global, false, 1, normal}},
        {"LDG.E.S8.SYS", SassAccess{load, Space::global, false, 1, normal}},
        {"LDG.E.S16", SassAccess{load, Space::global, false, 2, normal}},
        {"LDG.E.EF.SYS", SassAccess{load, Space::global, false, 4, CacheOperator::streaming}},
        {"LDG.E.STRONG.GPU", SassAccess{load, Space::global, false, 4, CacheOperator::global}},
        {"LDG.E.64.STRONG.SYS", SassAccess{load, Space::global, false, 8, CacheOperator::volatile_}},
        {"LDG.E.STRONG.SM", SassAccess{load, Space::global, false, 4, normal}},
        {"LDG.E.CV.64", SassAccess{load, Space::global, false, 8, CacheOperator::volatile_}},
        {"LD.E.U16", SassAccess{load, Space::global, true, 2, normal}},
        {"LDGSTS.E.BYPASS.LTC128B.128", SassAccess{load, Space::global, false, 16, CacheOperator::global}},
        {"LDL.LU.128", SassAccess{load, Space::local, false, 16, CacheOperator::last_use}},
        {"LDS.U.128", SassAccess{load, Space::shared, false, 16, normal}},
        {"LDSM.16.M88.4", SassAccess{load, Space::shared, false, 16, normal}},
        {"ST.E.64", SassAccess{store, Space::global, true, 8, normal}},
        {"STG.E.U8", SassAccess{store, Space::global, false, 1, normal}},
        {"STG.E.WT", SassAccess{store, Space::global, false, 4, CacheOperator::write_through}},
        {"STG.E.STRONG.SYS", SassAccess{store, Space::global, false, 4, CacheOperator::write_through}},
        {"STL.128", SassAccess{store, Space::local, false, 16, normal}},
        {"STS", SassAccess{store, Space::shared, false, 4, normal}},
        {"ATOM.E.ADD.64.STRONG.GPU", SassAccess{atomic, Space::global, true, 8, normal}},
        {"ATOMG.E.ADD.F16x2.RN.STRONG.GPU", SassAccess{atomic, Space::global, false, 4, normal}},
        {"ATOMG.E.ADD.F32x4.RN", SassAccess{atomic, Space::global, false, 16, normal}},
        {"ATOMS.CAST.SPIN.64", SassAccess{atomic, Space::shared, false, 8, normal}},
        {"RED.E.ADD.F64.RN.STRONG.GPU", SassAccess{atomic, Space::global, false, 8, normal}},
        {"LDC.64", std::nullopt},
        {"TEX.SCR.LL", std::nullopt},
        {"LDGDEPBAR", std::nullopt},
        {"UTMALDG.2D", std::nullopt},
        {"IADD3", std::nullopt},
        {"", std::nullopt},
        {".64", std::nullopt},
    };
    for (const OpcodeRow& row : rows)
        EXPECT_EQ(sass_access(row.opcode), row.access) << row.opcode;
}

TEST(SassOpcode, MemoryIsKnownByTheName) {
    const std::pair<std::string_view, SassMemory> rows[]{{"LDG.E.32", SassMemory::lanes},
                                                         {"REDG.E.ADD", SassMemory::lanes},
                                                         {"STSM.16.M88", SassMemory::lanes},
                                                         {"TEX.SCR.LL", SassMemory::special},
                                                         {"SULD.D.BA.2D", SassMemory::special},
                                                         {"ULDC.64", SassMemory::special},
                                                         {"UTMALDG.2D", SassMemory::special},
                                                         {"UBLKCP.S.G", SassMemory::special},
                                                         {"UTMACMDFLUSH", SassMemory::none},
                                                         {"LDGDEPBAR", SassMemory::none},
                                                         {"REDUX.SUM", SassMemory::none},
                                                         {"SEL", SassMemory::none},
                                                         {"TXQ", SassMemory::none},
                                                         {"MEMBAR", SassMemory::none},
                                                         {"", SassMemory::none}};
    for (const auto& [opcode, memory] : rows)
        EXPECT_EQ(sass_memory(opcode), memory) << opcode;
}

} // namespace
} // namespace hitmap
