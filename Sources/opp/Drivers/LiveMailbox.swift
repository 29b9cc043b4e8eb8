internal import Foundation
internal import OppEngine
internal import OppProviders
internal import Synchronization

/// What a live run waits for beside the clock
enum LiveEvent: Sendable {
  /// What a service answered; of an earlier rule set it is dropped
  case answer(Answer, generation: Int)

  /// What a connector pushes, by the index of its supplier
  case pushed(PushedEvent, supplier: Int, generation: Int)

  /// What came of telling a firing, by its identity; nil where it was told
  case told(id: String, TellingFailure?)

  /// The rules or how Opps stand may have changed
  case changed

  /// It is to end
  case stop
}

/// Where everything that happens beside the loop of a live run reports
final class LiveMailbox: Sendable {
  private let events = Mutex<[LiveEvent]>([])
  private let bell = DispatchSemaphore(value: 0)

  var isEmpty: Bool { events.withLock { $0.isEmpty } }

  func put(_ event: LiveEvent) {
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

  /// Waits until something comes or the wall clock shows a time, whichever is first
  func wait(until time: DispatchWallTime) {
    while isEmpty {
      if bell.wait(wallTimeout: time) == .timedOut { return }
    }
    // What rang for events that are taken together is spent.
    while bell.wait(timeout: .now()) == .success {}
  }
}
