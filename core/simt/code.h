#pragma once

#include "core/simt/warp.h"

#include <coroutine>
#include <cstddef>
#include <utility>

namespace hitmap::simt {

/// Return type of kernels (`__global__`) and of device functions with memory accesses (`__device__`). These
/// are coroutines whose first parameter is a Warp&. A kernel calls such a function with `co_await
/// function(warp, ...)`. Lanes that leave it early by return_ wait for the others at its end.
class [[nodiscard]] Code {
public:
    class promise_type {
    public:
        template <class... Args>
        explicit promise_type(Warp& warp, Args&&...) : warp_(warp) {}

        template <class... Args>
        [[nodiscard]] static void* operator new(std::size_t bytes, Warp& warp, Args&&...) {
            return warp.frames().allocate(bytes);
        }
        static void operator delete(void* frame) noexcept { FramePool::release(frame); }

        Code get_return_object(SourcePlace place = SourcePlace::current()) {
            place_ = place;
            return Code(std::coroutine_handle<promise_type>::from_promise(*this));
        }
        [[nodiscard]] std::suspend_always initial_suspend() const noexcept { return {}; }
        [[nodiscard]] auto final_suspend() noexcept { return End{}; }
        void return_void() const noexcept {}
        /// A call must be awaited by its caller, immediately.
        [[nodiscard]] auto await_transform(Code&& callee, SourcePlace place = SourcePlace::current()) {
            return Call{callee, warp_, place};
        }
        /// Memory accesses are awaited as they are.
        template <class Access>
        [[nodiscard]] Access&& await_transform(Access&& access) const noexcept {
            return static_cast<Access&&>(access);
        }
        [[noreturn]] void unhandled_exception() const { throw; }

    private:
        friend class Code;
        struct End {
            [[nodiscard]] bool await_ready() const noexcept { return false; }
            void await_suspend(std::coroutine_handle<promise_type> ended) const noexcept {
                promise_type& promise = ended.promise();
                promise.warp_.leave_function(promise.call_);
                promise.warp_.resume_at(promise.caller_); // null after the kernel itself
            }
            void await_resume() const noexcept {}
        };

        struct Call {
            Code& callee;
            Warp& warp;
            SourcePlace place;
            [[nodiscard]] bool await_ready() const noexcept {
                warp.has_place(place);
                return false;
            }
            // The loop in Warp::advance() resumes the callee, so that nested calls do not use up the host's
            // stack.
            void await_suspend(std::coroutine_handle<> caller) const { callee.call_from(caller); }
            void await_resume() const { warp.begin_block(BlockEntry::after_call, place); }
        };

        Warp& warp_;
        SourcePlace place_;
        Warp::Call call_{};
        std::coroutine_handle<> caller_;
    };

    Code(Code&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Code& operator=(Code&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Code() {
        if (handle_) handle_.destroy();
    }

    /// Makes the warp start here at its next advance().
    void start() { call_from(nullptr); }

private:
    explicit Code(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
    void call_from(std::coroutine_handle<> caller) {
        promise_type& promise = handle_.promise();
        promise.caller_ = caller;
        promise.call_ = promise.warp_.enter_function();
        promise.warp_.begin_block(caller ? BlockEntry::function : BlockEntry::kernel, promise.place_);
        promise.warp_.resume_at(handle_);
    }

    std::coroutine_handle<promise_type> handle_;
};

} // namespace hitmap::simt
