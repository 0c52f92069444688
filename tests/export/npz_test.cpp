#include "core/export/npz_writer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <minizip/unzip.h>
#include <string>
#include <vector>

namespace hitmap {
namespace {

/// The contents of a file in an archive, read by minizip.
std::string unzipped(const std::vector<std::byte>& archive, const char* name) {
    const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "npz_test.npz";
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    EXPECT_EQ(std::fwrite(archive.data(), 1, archive.size(), file), archive.size());
    std::fclose(file);
    unzFile zip = unzOpen64(path.c_str());
    std::string text(1000, '\0');
    EXPECT_EQ(unzLocateFile(zip, name, 1), UNZ_OK) << name;
    EXPECT_EQ(unzOpenCurrentFile(zip), UNZ_OK);
    text.resize(
        static_cast<std::size_t>(unzReadCurrentFile(zip, text.data(), static_cast<unsigned>(text.size()))));
    EXPECT_EQ(unzCloseCurrentFile(zip), UNZ_OK); // compares the CRC
    unzClose(zip);
    std::filesystem::remove(path);
    return text;
}

std::vector<std::byte> two_arrays() {
    std::vector<std::byte> bytes;
    const JobContext job;
    NpzWriter npz(create_memory(bytes), testing::TempDir(), job);
    npz.add("numbers", std::vector<std::uint16_t>{1, 2, 258, 3, 4, 5}, {2, 3});
    ArrayColumn<float> column(npz.folder());
    for (const float value : {0.5F, 1.0F})
        column.append(value);
    column.write("column", npz);
    npz.commit();
    return bytes;
}

TEST(Npz, HasAnNpyFileForEachArray) {
    const std::vector<std::byte> archive = two_arrays();
    const std::string numbers = unzipped(archive, "numbers.npy");
    EXPECT_EQ(numbers.substr(0, 10), std::string("\x93NUMPY\x01\x00\x76\x00", 10));
    EXPECT_EQ(numbers.substr(10, 118),
              "{'descr': '<u2', 'fortran_order': False, 'shape': (2, 3, ), }" + std::string(56, ' ') + "\n");
    EXPECT_EQ(numbers.substr(128), std::string("\x01\0\x02\0\x02\x01\x03\0\x04\0\x05\0", 12));
    const std::string column = unzipped(archive, "column.npy");
    EXPECT_NE(column.find("'descr': '<f4', 'fortran_order': False, 'shape': (2, ), "), std::string::npos);
    EXPECT_EQ(column.substr(128), std::string("\0\0\0\x3f\0\0\x80\x3f", 8));
}

TEST(Npz, EqualArraysGiveEqualBytes) {
    EXPECT_EQ(two_arrays(), two_arrays());
}

} // namespace
} // namespace hitmap
