#include "core/trace/stream/request_source.h"

#include "core/base/error.h"

namespace hitmap {

void RecordingSink::add_frame(std::span<const RecordedSum> /*sums*/) {
    throw Error("this output needs requests, and cannot take sums in their place");
}

void RecordingSink::add_instruction(const Instruction& /*instruction*/) {
    throw Error("this output needs all instructions before the first request");
}

void RecordingSink::complete(const FinalTables& /*tables*/) {
    throw Error("this output needs all tables before the first request");
}

} // namespace hitmap
