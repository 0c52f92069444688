#pragma once

#include "core/trace/formats/accelsim/field_values.h"
#include "core/trace/formats/accelsim/kernel_header.h"
#include "core/trace/model/recording.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap::accelsim {

/// What an import tolerates.
enum class Anomaly : std::uint8_t {
    other_memory,
    no_addresses,
    no_bulk_addresses,
    other_bytes,
    address_zero,
    unknown_window,
    long_list,
    several_destinations,
    extra_number,
    bulk_copy,
};
inline constexpr std::size_t anomaly_count = 10;
/// How often something was tolerated, and the opcode of the first instruction of it.
struct AnomalyCount {
    std::uint64_t times = 0;
    std::string opcode;
};
using AnomalyCounts = std::array<AnomalyCount, anomaly_count>;
[[nodiscard]] std::string_view name_of(Anomaly anomaly);

/// One instruction of a warp, as its line says it.
struct InstructionLine {
    std::array<std::uint32_t, 3> block{}; ///< with Columns::block
    std::uint32_t warp = 0;               ///< index in the block, with Columns::block
    std::uint32_t sm = 0;                 ///< with Columns::core
    std::uint32_t slot = 0;               ///< with Columns::core
    std::uint32_t source_line = 0;        ///< with Columns::line
    std::uint32_t counter = 0;            ///< byte offset in the function
    std::uint32_t mask = 0;
    std::string_view opcode;
    std::uint32_t bytes = 0; ///< per lane; 0: no addresses
    /// The addresses of the active lanes have equal distances: address[0], and `stride`.
    bool has_stride = false;
    std::uint64_t stride = 0;                       ///< modulo 2^64
    std::array<std::uint64_t, warp_size> address{}; ///< [active lanes], the lowest lane first
    /// The instruction copies memory in bulk (TMA): bulk_address has any number of addresses, of bulk_bytes
    /// each. It is empty if the line does not say which memory is copied.
    bool is_bulk = false;
    std::uint64_t bulk_bytes = 0;
    std::vector<std::uint64_t> bulk_address;
};

/// Parses the lines of the instructions of a kernel.
class InstructionParser {
public:
    /// @param header, file  must outlive the object
    InstructionParser(const KernelHeader& header, const std::string& file) : header_(header), file_(file) {}

    /// Returns the instruction, valid until the next call. Throws FileError.
    /// @param number  of the line in the file
    const InstructionLine& parse(std::string_view line, std::uint64_t number);
    /// Throws FileError at the line that was parsed last.
    [[noreturn]] void refuse(const std::string& message) const;
    /// expected ..., found the field
    [[noreturn]] void refuse_field(std::string_view expected, std::string_view found) const;

    /// Counts something about the instruction that was parsed last.
    void count(Anomaly anomaly);
    AnomalyCounts anomalies{};

private:
    std::string_view field() { return take_word(rest_); }
    std::uint32_t number(std::string_view what, std::uint64_t most);
    std::uint64_t address(std::string_view text) const;
    void columns();
    void registers(bool destinations);
    void addresses();
    void stride();
    void deltas();
    void list();
    void bulk();
    void trailing(bool after_deltas);
    [[nodiscard]] std::string of_opcode(std::string_view what) const;

    const KernelHeader& header_;
    const std::string& file_;
    std::uint64_t number_ = 0;
    std::string_view rest_;
    bool several_destinations_ = false; ///< of the line
    InstructionLine line_;
};

} // namespace hitmap::accelsim
