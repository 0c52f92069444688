#include "capture/spirv/instrument.h"

#include "capture/spirv/rewriter.h"

namespace hitmap::capture {

InstrumentedModule instrument(std::span<const std::uint32_t> words, const InstrumentOptions& options) {
    try {
        const Module module(words);
        return Rewriter(module, options).run();
    } catch (const ModuleError& error) {
        InstrumentedModule unchanged;
        unchanged.words.assign(words.begin(), words.end());
        unchanged.left_out.push_back({"the module", error.what()});
        return unchanged;
    }
}

} // namespace hitmap::capture
