#include "core/mesh_reader/formats/mapped_file.h"

#include "core/base/error.h"

#include <cerrno>
#include <cstring>
#include <new>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hitmap {

MappedFile::MappedFile(int descriptor) {
    struct stat status {};
    const bool known = fstat(descriptor, &status) == 0;
    void* begin = nullptr;
    if (known && status.st_size > 0)
        begin =
            mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0);
    const int error = errno;
    close(descriptor);
    if (begin == MAP_FAILED && error == ENOMEM) throw std::bad_alloc();
    if (!known || begin == MAP_FAILED) throw Error(std::string("cannot be read: ") + std::strerror(error));
    if (begin == nullptr) return; // an empty file is not mapped
    bytes_ = {static_cast<const char*>(begin), static_cast<std::size_t>(status.st_size)};
    (void)madvise(begin, bytes_.size(), MADV_SEQUENTIAL);
}

MappedFile::~MappedFile() {
    if (!bytes_.empty()) munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

} // namespace hitmap
