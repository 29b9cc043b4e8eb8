internal import Dispatch
internal import OppSystem

/// The requests of the system to a live run: to end, or to look again
///
/// The signals are handled as long as this object exists.
///
/// | signal | event |
/// | --- | --- |
/// | SIGTERM, SIGINT | stop, after the present step |
/// | SIGHUP | look for changed rules and states, repeat failed attempts |
/// | SIGUSR1 | fetch everything again |
final class LiveSignals {
  /// The source of each signal
  private let sources: [any DispatchSourceSignal]

  /// - Parameter mailbox: the receiver of the events; the present step is finished first.
  init(_ mailbox: LiveMailbox) {
    let events: [(signal: Int32, event: LiveEvent)] = [
      (SIGTERM, .stop), (SIGINT, .stop), (SIGHUP, .hungUp),
      (SIGUSR1, .refresh),
    ]
    sources = events.map { signal, event in
      // The system's own way with a signal would end the process.
      OppSystem.signal(signal, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: signal, queue: .global())
      source.setEventHandler { mailbox.put(event) }
      source.resume()
      return source
    }
    // The reader of a notifier's output or of standard output may end first: writing to it then only fails.
    OppSystem.signal(SIGPIPE, SIG_IGN)
  }

  deinit {
    for source in sources { source.cancel() }
    for signal in [SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGPIPE] { OppSystem.signal(signal, SIG_DFL) }
  }
}
