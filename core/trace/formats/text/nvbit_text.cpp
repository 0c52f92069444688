#include "core/trace/formats/text/nvbit_text.h"

#include "core/base/error.h"
#include "core/trace/formats/text/nvbit_launches.h"
#include "core/trace/formats/text/sass_instruction.h"
#include "core/trace/import/address_window.h"
#include "core/trace/import/copy_pairs.h"
#include "core/trace/import/imported_info.h"
#include "core/trace/import/instruction_table.h"
#include "core/trace/io/byte_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>

namespace hitmap {

namespace {

/// Returns the addresses of local memory that a text has.
AddressWindow nvbit_local_window(const ByteSource& file, const ImportContext& context) {
    const JobContext quiet{context.job.stop}; // these bytes are read twice, but count once
    const auto input = open_input(file, quiet);
    AddressWindow all;
    for_each_piece(
        *input, context.pool, quiet,
        [](const LinePiece& piece) {
            AddressWindow window;
            for (const auto& event : parse_nvbit(piece).events) {
                const auto* const access = std::get_if<NvbitAccess>(&event);
                if (access == nullptr) continue;
                const auto opcode = sass_access(access->opcode);
                if (!opcode || opcode->space != Space::local) continue;
                Request request;
                request.mask = access->mask;
                request.address = access->address;
                window.add(request, opcode->bytes_per_lane);
            }
            return window;
        },
        [&](const AddressWindow& window) { all.add(window); });
    return all;
}

/// Writes the events of a text to a sink.
class NvbitImport {
public:
    NvbitImport(const ByteSource& source, RecordingSink& sink, const ImportContext& context)
        : source_(source),
          file_(source.name()),
          sink_(sink),
          context_(context),
          warnings_(context.warnings),
          sms_(context.choices.sms != 0 ? context.choices.sms : assumed_sms),
          lines_(file_),
          launches_(file_, sink, context.warnings),
          instructions_(sink, context.warnings) {
        context.balance.begin(AccessBalance::Unit::request);
    }

    void begin(const NvbitTextFormat& format) {
        RecordingInfo info = imported_info(format, file_);
        info.origins = {{"sm", Origin::assumed},
                        {"warp", Origin::derived},
                        {"order", Origin::recorded},
                        {"allocations", Origin::assumed},
                        {"instructions", Origin::derived}};
        sink_.begin(info, nullptr);
    }
    void add(const NvbitPiece& piece) {
        lines_.add(piece.lines);
        for (const auto& event : piece.events) {
            if (const auto* const launch = std::get_if<NvbitLaunch>(&event))
                add(*launch);
            else
                add(std::get<NvbitAccess>(event));
        }
    }
    FinalTables finish() {
        lines_.finish(warnings_);
        if (added_ == 0) throw FileError(file_, "", "expected accesses of a kernel, found none");
        copies_.finish(warnings_);
        FinalTables tables{{"not known", sms_, slots_}, {}, launches_.finish()};
        for (const std::uint32_t launch : with_local_)
            tables.launches[launch].local_bytes = local_->bytes();
        if (local_) warnings_.count(wide_windows, local_->is_too_wide() ? with_local_.size() : 0);
        return tables;
    }

private:
    void add(const NvbitLaunch& launch) {
        if (++launch_lines_ > RecordingLimits::launches)
            throw FileError(
                file_, "",
                fmt::format("expected at most {} launches, found another", RecordingLimits::launches));
        launches_.announce(launch);
    }
    void add(const NvbitAccess& access) {
        context_.balance.read();
        const std::uint32_t launch = launches_.index_of(access);
        const auto warp = launches_.warp_of(launch, access);
        if (!warp) {
            LineCounts outside;
            outside.broken.add(access.line, fmt::format("CTA {},{},{}, which is not in the grid",
                                                        access.block[0], access.block[1], access.block[2]));
            context_.balance.left_out();
            return lines_.add(outside);
        }
        if (copies_to_shared(access.opcode) &&
            !copies_.is_of_global(std::uint64_t{launch} << 32U | warp->index))
            return context_.balance.left_out();
        if (access.mask == 0) return leave_out("accesses without an active lane, left out", {});
        const auto opcode = sass_access(access.opcode);
        if (!opcode) return leave_out(unknown_accesses, access.opcode);
        if (opcode->generic) warnings_.count(generic_accesses);
        Request request;
        request.launch = launch;
        request.sm = static_cast<std::uint32_t>(warp->block % sms_);
        request.warp = warp->index;
        request.slot = access.warp_slot;
        request.instruction = instructions_.index_of(
            std::string(access.opcode), [&] { return sass_instruction(*opcode, access.opcode); });
        request.mask = access.mask;
        request.address = access.address;
        if (opcode->space == Space::local) {
            if (!local_) local_ = nvbit_local_window(source_, context_);
            local_->move(request);
            with_local_.insert(launch);
        }
        sink_.add(request);
        slots_ = std::max(slots_, access.warp_slot + 1);
        ++added_;
    }

    void leave_out(std::string_view what, std::string_view which) {
        context_.balance.left_out();
        warnings_.count(what, 1, which);
    }

    const ByteSource& source_;
    const std::string& file_;
    RecordingSink& sink_;
    const ImportContext& context_;
    ImportWarnings& warnings_;
    std::uint32_t sms_;
    std::uint32_t slots_ = 0;
    std::uint32_t launch_lines_ = 0;
    std::uint64_t added_ = 0;
    LineTolerance lines_;
    NvbitLaunches launches_;
    InstructionTable<std::string> instructions_;
    CopyPairs copies_;
    std::optional<AddressWindow> local_; ///< nothing until there is an access of local memory
    std::set<std::uint32_t> with_local_; ///< launches that access local memory
};

} // namespace

bool NvbitTextFormat::recognises(std::string_view start) const {
    // The application and the banner of NVBit may come first.
    const LinePiece piece = complete_lines(start);
    return parse_nvbit(piece).lines.read != 0 ||
           start.find("-- NVBit (NVidia Binary Instrumentation Tool") != std::string_view::npos;
}

FinalTables NvbitTextFormat::read(const ImportFiles& files, RecordingSink& sink,
                                  const ImportContext& context) const {
    const ByteSource& file = *files.files.front();
    const auto input = open_input(file, context.job);
    NvbitImport import(file, sink, context);
    import.begin(*this);
    for_each_piece(*input, context.pool, context.job, parse_nvbit,
                   [&](const NvbitPiece& piece) { import.add(piece); });
    return import.finish();
}

} // namespace hitmap
