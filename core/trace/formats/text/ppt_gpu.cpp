#include "core/trace/formats/text/ppt_gpu.h"

#include "core/base/error.h"
#include "core/trace/formats/text/sass_instruction.h"
#include "core/trace/import/address_window.h"
#include "core/trace/import/imported_info.h"
#include "core/trace/import/instruction_table.h"
#include "core/trace/import/line_pieces.h"
#include "core/trace/import/line_tolerance.h"
#include "core/trace/import/text_fields.h"
#include "core/trace/io/byte_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

constexpr std::string_view record_separator = "=====";
/// An instruction that refers to two addresses has those of both, at most 32 of each.
constexpr std::size_t most_addresses = 2 * warp_size;

struct PptAccess {
    std::string_view opcode; ///< refers to the piece
    std::vector<std::uint64_t> addresses;
};
struct PptPiece {
    std::vector<PptAccess> accesses;
    LineCounts lines;
};

/// Parses "LDG.E 0x7f0a00000000 0x7f0a00000004 ", which may have no addresses.
bool take_ppt_access(std::string_view line, PptAccess& access) {
    access.opcode = take_word(line);
    while (true) {
        std::string_view word = take_word(line);
        if (word.empty()) return !access.opcode.empty();
        std::uint64_t address = 0;
        if (!take(word, "0x") || !take_hex(word, address) || !word.empty() ||
            access.addresses.size() == most_addresses)
            return false;
        access.addresses.push_back(address);
    }
}

PptPiece parse_ppt(const LinePiece& text) {
    PptPiece parsed;
    std::string_view rest = text.text;
    for (std::uint64_t line = text.first_line; !rest.empty(); ++line) {
        const std::string_view content = take_line(rest);
        if (content.empty() || content == record_separator) continue;
        PptAccess access;
        if (take_ppt_access(content, access)) {
            parsed.accesses.push_back(std::move(access));
            ++parsed.lines.read;
        } else {
            parsed.lines.broken.add(line, content);
        }
    }
    return parsed;
}

/// A file of a block.
struct PptFile {
    std::uint64_t kernel = 0;
    std::uint64_t block = 0;
    const ByteSource* file = nullptr;
};

/// Takes the numbers of kernel and block from the end of the name; other names are the blocks of one kernel
/// in the order that was given.
PptFile ppt_file(const ByteSource& file, std::uint64_t number) {
    const std::size_t begin = file.name().rfind("kernel_");
    PptFile named{0, number, &file};
    if (begin == std::string::npos) return named;
    std::string_view name = std::string_view(file.name()).substr(begin);
    std::uint64_t kernel = 0;
    std::uint64_t block = 0;
    if (take(name, "kernel_") && take_decimal(name, kernel) && take(name, "_block_") &&
        take_decimal(name, block, std::numeric_limits<std::uint32_t>::max() - 1))
        return {kernel, block, &file};
    return named;
}

/// Returns the addresses of local memory that the files have.
AddressWindow ppt_local_window(const std::vector<PptFile>& files, const ImportContext& context) {
    const JobContext quiet{context.job.stop}; // these bytes are read twice, but count once
    AddressWindow all;
    for (const PptFile& file : files) {
        const auto input = open_input(*file.file, quiet);
        for_each_piece(
            *input, context.pool, quiet,
            [](const LinePiece& piece) {
                AddressWindow window;
                for (const PptAccess& access : parse_ppt(piece).accesses) {
                    const auto opcode = sass_access(access.opcode);
                    if (!opcode || opcode->space != Space::local) continue;
                    for (const std::uint64_t address : access.addresses)
                        window.add(address, opcode->bytes_per_lane);
                }
                return window;
            },
            [&](const AddressWindow& window) { all.add(window); });
    }
    return all;
}

/// Writes accesses to a sink: a block is a warp, and the addresses of an access are those of its first lanes.
class PptImport {
public:
    /// @param files  all files; must outlive the object
    PptImport(const std::vector<PptFile>& files, RecordingSink& sink, const ImportContext& context)
        : files_(files),
          sink_(sink),
          context_(context),
          warnings_(context.warnings),
          sms_(context.choices.sms != 0 ? context.choices.sms : assumed_sms),
          instructions_(sink, context.warnings) {
        context.balance.begin(AccessBalance::Unit::lane_access);
    }

    void begin(const PptFile& file) {
        if (launches_.empty() || kernel_ != file.kernel) {
            kernel_ = file.kernel;
            Launch launch;
            launch.kernel = fmt::format("kernel {}", file.kernel);
            launch.block = {warp_size, 1, 1};
            sink_.begin_launch(launch);
            launches_.push_back(std::move(launch));
        }
        auto& blocks = launches_.back().grid[0];
        blocks = std::max(blocks, static_cast<std::uint32_t>(file.block + 1));
        request_.launch = static_cast<std::uint32_t>(launches_.size() - 1);
        request_.warp = static_cast<std::uint32_t>(file.block);
        request_.sm = static_cast<std::uint32_t>(file.block % sms_);
    }
    void add(const PptAccess& access) {
        if (access.addresses.empty()) return warnings_.count("accesses without an active lane, left out");
        context_.balance.read(access.addresses.size());
        const auto opcode = sass_access(access.opcode);
        if (!opcode) {
            context_.balance.left_out(access.addresses.size());
            return warnings_.count(unknown_accesses, 1, access.opcode);
        }
        if (opcode->generic) warnings_.count(generic_accesses);
        request_.instruction = instructions_.index_of(
            std::string(access.opcode), [&] { return sass_instruction(*opcode, access.opcode); });
        std::span<const std::uint64_t> addresses(access.addresses);
        if (copies_to_shared(access.opcode)) {
            if (addresses.size() % 2 == 0) {
                addresses = addresses.subspan(addresses.size() / 2); // behind the shared ones
                context_.balance.left_out(addresses.size());
            } else {
                warnings_.count("copies to shared memory (LDGSTS) whose shared and global addresses cannot "
                                "be told apart, taken as global");
            }
        }
        for (; !addresses.empty(); addresses = addresses.subspan(std::min(addresses.size(), most_lanes))) {
            const auto some = addresses.first(std::min(addresses.size(), most_lanes));
            std::ranges::copy(some, request_.address.begin());
            request_.mask = static_cast<std::uint32_t>((std::uint64_t{1} << some.size()) - 1);
            if (opcode->space == Space::local) move_local();
            sink_.add(request_);
            ++added_;
        }
    }
    [[nodiscard]] bool empty() const { return added_ == 0; }
    [[nodiscard]] FinalTables finish() { return {{"not known", sms_, 1}, {}, std::move(launches_)}; }

private:
    static constexpr std::size_t most_lanes = warp_size;

    /// Makes addresses offsets in the local memory that is accessed.
    void move_local() {
        if (!local_) {
            local_ = ppt_local_window(files_, context_);
            warnings_.count(wide_windows, local_->is_too_wide() ? 1 : 0);
        }
        local_->move(request_);
        launches_.back().local_bytes = local_->bytes();
    }

    const std::vector<PptFile>& files_;
    RecordingSink& sink_;
    const ImportContext& context_;
    ImportWarnings& warnings_;
    std::uint32_t sms_;
    InstructionTable<std::string> instructions_;
    std::vector<Launch> launches_;
    std::uint64_t kernel_ = 0;
    std::uint64_t added_ = 0;
    Request request_;
    std::optional<AddressWindow> local_; ///< nothing until there is an access of local memory
};

} // namespace

bool PptGpuFormat::recognises(std::string_view start) const {
    std::string_view rest = start;
    take(rest, "\n");
    if (!take(rest, record_separator) || !take_end(rest)) return false;
    PptAccess access;
    return take_ppt_access(take_line(rest), access) && sass_access(access.opcode).has_value();
}

FinalTables PptGpuFormat::read(const ImportFiles& files, RecordingSink& sink,
                               const ImportContext& context) const {
    std::vector<PptFile> blocks;
    for (const auto& file : files.files)
        blocks.push_back(ppt_file(*file, blocks.size()));
    std::ranges::stable_sort(blocks, {},
                             [](const PptFile& file) { return std::pair(file.kernel, file.block); });
    RecordingInfo info = imported_info(*this, files.files.front()->name());
    info.origins = {{"sm", Origin::assumed},
                    {"warp", Origin::assumed},
                    {"order", Origin::assumed},
                    {"allocations", Origin::assumed},
                    {"instructions", Origin::derived}};
    sink.begin(info, nullptr);
    PptImport import(blocks, sink, context);
    for (const PptFile& block : blocks) {
        import.begin(block);
        const auto input = open_input(*block.file, context.job);
        LineTolerance lines(input->name());
        for_each_piece(*input, context.pool, context.job, parse_ppt, [&](const PptPiece& parsed) {
            lines.add(parsed.lines);
            for (const PptAccess& access : parsed.accesses)
                import.add(access);
        });
        lines.finish(context.warnings);
    }
    if (import.empty())
        throw FileError(files.files.front()->name(), "", "expected accesses of a kernel, found none");
    context.warnings.count("blocks whose accesses do not say which lanes and warps made them", blocks.size());
    return import.finish();
}

} // namespace hitmap
