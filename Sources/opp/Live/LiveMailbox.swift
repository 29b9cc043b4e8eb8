internal import Dispatch
internal import OppEngine
package import OppProviders
package import OppSession
internal import Synchronization

/// An event that a live run waits for beside the clock
package enum LiveEvent: Sendable {
  /// A service's response; one for an earlier rule set is dropped
  case response(FetchResponse, generation: Int)

  /// An event that a connector pushes, by the index of its provider
  case pushed(PushedEvent, provider: Int, generation: Int)

  /// A file that a connector reads has been written, by the index of its provider
  case written(provider: Int, generation: Int)

  /// The outcome of a delivery
  case delivered(DeliveryOutcome)

  /// A report that a notifier makes by itself, by the name of the notifier
  case reported(NotifierReport, notifier: String)

  /// The rules or the states of Opps may have changed
  case changed

  /// The run is to look at everything again, also at connections that have failed
  case hungUp

  /// Everything is to be fetched again
  case refresh

  /// It is to end
  case stop
}

/// The outcome of the delivery of a firing by a notifier
package struct DeliveryOutcome: Sendable {
  /// The identity of the firing
  package let id: String

  /// The name of the notifier
  package let notifier: String

  /// Nil if it was delivered
  package let failure: DeliveryFailure?

  package init(id: String, notifier: String, failure: DeliveryFailure?) {
    self.id = id
    self.notifier = notifier
    self.failure = failure
  }
}

/// The mailbox for everything that happens beside the loop of a live run
///
/// Any thread adds events, and the one thread of the loop takes them. The bell may ring more often than there are events, never
/// less, so that the loop looks for an event after each ring.
package final class LiveMailbox: Sendable {
  /// The events that have not been taken, in the order in which they came
  private let events = Mutex<[LiveEvent]>([])

  /// Signalled once for each event, and by the timer of a wait
  private let bell = DispatchSemaphore(value: 0)

  package init() {}

  package var isEmpty: Bool { events.withLock { $0.isEmpty } }

  /// `true` if the run is to stop, which stays in the mailbox
  var hasStop: Bool {
    events.withLock { events in
      events.contains { if case .stop = $0 { true } else { false } }
    }
  }

  /// Adds an event, and wakes the loop
  package func put(_ event: LiveEvent) {
    events.withLock { $0.append(event) }
    bell.signal()
  }

  /// Everything that has come, in order
  func takeAll() -> [LiveEvent] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }

  /// Waits until something comes, or for so long
  func wait(atMost time: DispatchTimeInterval) {
    let end = DispatchTime.now() + time
    while isEmpty {
      if bell.wait(timeout: end) == .timedOut { return }
    }
  }

  /// Waits until something comes
  func wait() {
    guard isQuiet() else { return }
    bell.wait()
  }

  /// Waits until something comes, the wall clock shows a time, or so long is over, whichever is first
  func wait(until time: DispatchWallTime, atMost longest: DispatchTimeInterval) {
    guard isQuiet() else { return }
    // A timed wait of the bell would follow either the wall clock or the monotonic clock; both are needed.
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(wallDeadline: time)
    timer.setEventHandler { [bell] in _ = bell.signal() }
    timer.activate()
    _ = bell.wait(timeout: .now() + longest)
    timer.cancel()
  }

  /// `true` if no event has come; uses up the rings for events that were taken together
  private func isQuiet() -> Bool {
    while bell.wait(timeout: .now()) == .success {}
    return isEmpty
  }
}
