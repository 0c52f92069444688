#pragma once

#include <QtCore/QObject>

#include <functional>
#include <utility>
#include <vector>

namespace hitmap {

/// What ends a message: the first of some signals, or the end of an object that sends them.
class MessageEnd {
public:
    /// @param sender  must live until the message is shown
    template <class Sender, class... Signal>
    explicit MessageEnd(const Sender& sender, Signal... told) {
        add(sender, told...);
    }
    /// What `cause` is the cause of: it ends with it and, if it is a JobRunner, when a job of it finishes or
    /// is stopped.
    [[nodiscard]] static MessageEnd of(const QObject& cause);

    /// Adds signals of another object.
    template <class Sender, class... Signal>
    [[nodiscard]] MessageEnd or_when(const Sender& sender, Signal... told) && {
        add(sender, told...);
        return std::move(*this);
    }

    /// Calls `end` when the message ends, unless `receiver` was destroyed before.
    void connect_to(const QObject& receiver, const std::function<void()>& end) const;

private:
    using Connecting = std::function<void(const QObject& receiver, const std::function<void()>& end)>;

    template <class Sender, class... Signal>
    void add(const Sender& sender, Signal... told) {
        connecting_.push_back([&sender, told...](const QObject& receiver, const std::function<void()>& end) {
            (QObject::connect(&sender, told, &receiver, [end] { end(); }), ...);
            QObject::connect(&sender, &QObject::destroyed, &receiver, [end] { end(); });
        });
    }

    std::vector<Connecting> connecting_;
};

} // namespace hitmap
