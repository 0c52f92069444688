#pragma once

#include "core/trace/formats/cpu/cpu_format.h"
#include "core/trace/formats/cpu/program_notes.h"
#include "core/trace/import/instruction_table.h"
#include "core/trace/import/recording_format.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace hitmap {

/// A data access of a program that runs on a CPU.
struct CpuAccess {
    std::uint64_t address = 0;
    std::uint64_t instruction = 0; ///< its address
    std::uint16_t bytes = 0;       ///< 1 to most_bytes
    Operation operation = Operation::load;

    /// Limit of one access: it covers the instructions that save all registers.
    static constexpr std::uint16_t most_bytes = 1U << 14;
};

/// The files of a recording of a CPU program.
struct CpuFiles {
    std::vector<const ByteSource*> recordings; ///< in the order that was given
    ProgramNotes notes;                        ///< of all files
};
/// Sorts the files by whether `format` recognises them, counts those that are empty, and reads the notes of
/// the others and of the recordings. @param notes_inside  whether recordings can contain notes. Throws what
/// find_notes() and read_notes() throw.
[[nodiscard]] CpuFiles cpu_files(const RecordingFormat& format, const ImportFiles& files,
                                 const ImportContext& context, bool notes_inside);
/// Throws FileError if there are several recordings.
void expect_one_recording(const CpuFiles& files);

/// Writes the accesses of a CPU program to a sink: a thread is a warp of one lane, a core is an SM. The
/// recording has one launch. An access of more bytes than an instruction of a recording can have becomes
/// several requests. An importer adds each access that it reads to the AccessBalance.
class CpuRecording {
public:
    struct Thread {
        std::uint32_t index = 0; ///< in the order in which threads appear; index of the warp
        std::uint32_t core = 0;
        std::uint32_t slot = 0;
    };

    /// Begins the recording.
    /// @param order         where the order of accesses comes from
    /// @param cores_known   the file has the core of each thread, which is then set by thread_on(); otherwise
    ///                      thread() assigns one to each thread
    /// All references must outlive the object.
    CpuRecording(const CpuFormat& format, const CpuFiles& files, Origin order, bool cores_known,
                 RecordingSink& sink, const ImportContext& context);

    /// Returns the thread with a number of the file, and assigns a core to a new one: a core of its own,
    /// which thread_on() does not use, or the next of ImportChoices::sms in turn if the file has no cores.
    /// Throws FileError if there are more threads than cores.
    Thread thread(std::uint64_t id);
    /// The same with the number of the core in the file. Cores are SMs in the order in which they appear.
    Thread thread_on(std::uint64_t id, std::uint64_t core);
    void add(const Thread& thread, const CpuAccess& access);
    /// @param program  the name of the program; may be empty
    /// Throws FileError if no access was added.
    [[nodiscard]] FinalTables finish(const std::string& program) const;

private:
    struct Key {
        std::uint64_t address;
        std::uint32_t access; ///< bytes and operation
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const {
            return static_cast<std::size_t>((key.address ^ std::uint64_t{key.access} << 48U) *
                                            0x9e3779b97f4a7c15U);
        }
    };
    using Numbers = std::unordered_map<std::uint64_t, std::uint32_t>;
    /// Makes the device as large as the place of a thread. Returns the thread.
    Thread placed(const Thread& thread);
    /// Returns the index of a number of the file; adds it if it is new.
    [[nodiscard]] std::uint32_t index_of(std::uint64_t number, Numbers& numbers, std::string_view what) const;
    [[nodiscard]] Instruction instruction(const CpuAccess& access, std::uint16_t bytes);

    const ProgramNotes& notes_;
    RecordingSink& sink_;
    ImportWarnings& warnings_;
    AccessBalance& balance_;
    bool cores_known_;
    std::string file_; ///< for messages
    std::uint32_t sms_;
    InstructionTable<Key, KeyHash> instructions_;
    Numbers threads_; ///< indices by number of the file
    Numbers cores_;
    Device device_{"not known", 0, 0};
    Launch launch_;
    Request request_;
    std::uint64_t added_ = 0;
    std::uint64_t with_place_ = 0; ///< instructions with a source line
};

} // namespace hitmap
