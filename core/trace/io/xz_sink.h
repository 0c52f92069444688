#pragma once

#include "core/trace/io/byte_stream.h"

#include <memory>

namespace hitmap {

/// A sink that compresses what is written to it as xz, quickly rather than well. commit() writes the end of
/// the compressed data and commits `out`.
[[nodiscard]] std::unique_ptr<ByteSink> compress_xz(std::unique_ptr<ByteSink> out);

} // namespace hitmap
