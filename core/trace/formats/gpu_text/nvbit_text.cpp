#include "core/trace/formats/gpu_text/nvbit_text.h"

#include "core/base/error.h"
#include "core/trace/formats/gpu_text/nvbit_launches.h"
#include "core/trace/formats/gpu_text/sass_instruction.h"
#include "core/trace/import/imported_info.h"
#include "core/trace/import/instruction_table.h"
#include "core/trace/io/byte_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace hitmap {

namespace {

/// Writes the events of a text to a sink.
class NvbitImport {
public:
    NvbitImport(const std::string& file, RecordingSink& sink, const ImportContext& context)
        : file_(file),
          sink_(sink),
          warnings_(context.warnings),
          sms_(context.choices.sms != 0 ? context.choices.sms : assumed_sms),
          lines_(file),
          launches_(sink, context.warnings),
          instructions_(sink, context.warnings) {}

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
        return {{"not known", sms_, slots_}, {}, launches_.finish()};
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
        const std::uint32_t launch = launches_.index_of(access);
        const auto warp = launches_.warp_of(launch, access);
        if (!warp) {
            LineCounts outside;
            outside.add_broken(access.line, fmt::format("CTA {},{},{}, which is not in the grid",
                                                        access.block[0], access.block[1], access.block[2]));
            return lines_.add(outside);
        }
        if (access.mask == 0) return warnings_.count("accesses without an active lane, left out");
        const auto opcode = sass_access(access.opcode);
        if (!opcode) return warnings_.count("accesses by instructions that are not known, left out");
        Request request;
        request.launch = launch;
        request.sm = static_cast<std::uint32_t>(warp->block % sms_);
        request.warp = warp->index;
        request.slot = access.warp_slot;
        request.instruction = instructions_.index_of(
            std::string(access.opcode), [&] { return sass_instruction(*opcode, access.opcode); });
        request.mask = access.mask;
        request.address = access.address;
        sink_.add(request);
        slots_ = std::max(slots_, access.warp_slot + 1);
        ++added_;
    }

    const std::string& file_;
    RecordingSink& sink_;
    ImportWarnings& warnings_;
    std::uint32_t sms_;
    std::uint32_t slots_ = 0;
    std::uint32_t launch_lines_ = 0;
    std::uint64_t added_ = 0;
    LineTolerance lines_;
    NvbitLaunches launches_;
    InstructionTable<std::string> instructions_;
};

} // namespace

bool NvbitTextFormat::recognises(std::string_view start) const {
    // The application and the banner of NVBit may come first.
    LinePiece piece;
    piece.text = start.substr(0, start.rfind('\n') + 1);
    return parse_nvbit(piece).lines.read != 0 ||
           start.find("-- NVBit (NVidia Binary Instrumentation Tool") != std::string_view::npos;
}

FinalTables NvbitTextFormat::read(const ImportFiles& files, RecordingSink& sink,
                                  const ImportContext& context) const {
    const auto input = open_input(*files.files.front(), context.job);
    NvbitImport import(input->name(), sink, context);
    import.begin(*this);
    for_each_piece(*input, context.pool, context.job, parse_nvbit,
                   [&](const NvbitPiece& piece) { import.add(piece); });
    return import.finish();
}

} // namespace hitmap
