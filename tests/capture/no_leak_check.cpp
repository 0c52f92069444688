// Mesa's driver is unloaded before LeakSanitizer looks for pointers to the memory that it keeps. Programs
// that load the driver therefore do not look for leaks; AddressSanitizer checks everything else.

extern "C" {

// NOLINTBEGIN: the name is AddressSanitizer's
const char* __asan_default_options();
const char* __asan_default_options() {
    return "detect_leaks=0";
}
// NOLINTEND

} // extern "C"
