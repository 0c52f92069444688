#include "capture/spirv/instrument.h"

#include <utility>

#include "capture/spirv/rewriter.h"

namespace hitmap::capture {

InstrumentedModule instrument(std::span<const std::uint32_t> words, const InstrumentOptions& options) {
    try {
        const Module module(words);
        InstrumentedModule result = Rewriter(module, options).run();
        if (result.changed || options.draw_input == no_index) return result;
        // A vertex shader without accesses hands the number of the draw on, and records nothing.
        InstrumentOptions passing = options;
        passing.stages = 0;
        InstrumentedModule passed = Rewriter(module, passing).run();
        passed.left_out = std::move(result.left_out);
        passed.entry_points = std::move(result.entry_points);
        return passed;
    } catch (const ModuleError& error) {
        InstrumentedModule unchanged;
        unchanged.words.assign(words.begin(), words.end());
        unchanged.left_out.push_back({"the module", error.what()});
        return unchanged;
    }
}

} // namespace hitmap::capture
