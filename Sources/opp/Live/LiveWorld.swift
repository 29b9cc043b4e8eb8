package import OppEngine
package import OppModel
package import OppProviders
package import OppSession
internal import Synchronization

/// The world of a live run: it is fetched from, and pushes events by itself
///
/// A step calls `responses` and `arrivals`, `request` until nothing more is wanted, and after its commit `begin`: a request
/// is in the store before it is made.
package protocol LiveWorld: AnyObject {
  var providers: [Provider] { get }

  /// Begins to listen to arrivals without a request
  func listen()

  /// Restores lost connections at once
  func retryLost()

  /// The arrivals of messages that an earlier run kept of a connection: a list for each, and a last one for all of them together
  func arrivals(of kept: [KeptMessage], connection: String) -> [[Arrival]]

  /// Takes fetches to make
  ///
  /// - Returns: the responses that come at once; all else is requested by ``begin()`` and comes to the mailbox.
  func request(_ fetches: [Fetch], at now: Instant) -> [FetchResponse]

  /// Sends the requests, once it is kept that they are made
  func begin()

  /// Fetches without a request, because a file of a provider has been written; the responses come to the mailbox
  func look(_ fetches: [Fetch], of provider: Int, at now: Instant)

  /// The arrivals without a request up to a second; those that come at an unknown time later are in the mailbox
  func arrivals(upTo now: Instant) -> [Arrival]

  /// The responses that have come up to a second, if they do not come to the mailbox
  func responses(upTo now: Instant) -> [FetchResponse]

  /// `true` if responses come to the mailbox, at a time that is not known before
  var reportsToMailbox: Bool { get }

  /// The next second at which something comes without the mailbox; nil if it is not known
  var nextArrival: Instant? { get }

  /// Ends everything that is under way, and waits for the programs that it has started and that keep running
  func end()
}

extension LiveWorld {
  package func look(_ fetches: [Fetch], of provider: Int, at now: Instant) {}
  package func listen() {}
  package func retryLost() {}
  package func arrivals(of kept: [KeptMessage], connection: String) -> [[Arrival]] {
    [[Arrival]](repeating: [], count: kept.count + 1)
  }
}

/// The services and files that the rules connect
final class ConnectedWorld: LiveWorld {
  /// In the order of the rules; the first that serves a fetch makes it
  private let connectors: [any Connector]

  /// The notifiers, of which some report by themselves
  private let notifiers: [any Notifier]

  /// The tasks that read the reports of notifiers
  private var notifierListeners: [Task<Void, Never>] = []

  /// The receiver of responses and of pushed events
  private let mailbox: LiveMailbox

  /// The number of the rule set that fetches: responses to an earlier one mean nothing to a later
  private let generation: Int
  private let watchesFiles: Bool

  /// The tasks of fetches, which are cancelled at the end of the world
  private var tasks: [Fetch: Task<Void, Never>] = [:]

  /// The tasks that read the streams of pushing connectors, by the indices of these
  private var listeners: [Int: Task<Void, Never>] = [:]

  /// The pushing connectors whose last word was a loss, by their indices
  private let lost = LostConnectors()

  /// The watch over the files of connectors, while it listens
  private var files: FileWatch?

  /// Requests that have not begun
  private var waiting: [(connector: any Connector, fetch: Fetch, at: Instant)] = []

  let providers: [Provider]

  /// - Parameters:
  ///   - notifiers: those whose reports are listened to.
  ///   - awaitsReports: whether the first report of each pushing connector is awaited.
  ///   - watchesFiles: whether a file that is written is read at once.
  init(
    _ connectors: [any Connector], _ mailbox: LiveMailbox, generation: Int,
    notifiers: [any Notifier] = [], awaitsReports: Bool = false, watchesFiles: Bool = false
  ) {
    self.watchesFiles = watchesFiles
    (self.connectors, self.notifiers) = (connectors, notifiers)
    self.mailbox = mailbox
    self.generation = generation
    providers = connectors.map { awaitsReports ? $0.provider.awaitingReport : $0.provider }
  }

  var nextArrival: Instant? { nil }
  var reportsToMailbox: Bool { true }
  func arrivals(upTo now: Instant) -> [Arrival] { [] }
  func responses(upTo now: Instant) -> [FetchResponse] { [] }

  /// Begins to listen to the events that connectors push, and to watch their files
  func listen() {
    if watchesFiles {
      files = FileWatch(connectors) { [mailbox, generation] provider in
        mailbox.put(.written(provider: provider, generation: generation))
      }
    }
    for index in connectors.indices { listen(to: index) }
    for notifier in notifiers { listen(to: notifier) }
  }

  private func listen(to notifier: any Notifier) {
    guard let stream = notifier.reports() else { return }
    let (mailbox, name) = (mailbox, notifier.name)
    notifierListeners.append(
      Task.detached {
        for await report in stream { mailbox.put(.reported(report, notifier: name)) }
      })
  }

  func retryLost() {
    for index in lost.indices {
      listeners[index]?.cancel()
      listen(to: index)
    }
  }

  private func listen(to index: Int) {
    guard let stream = connectors[index].pushed() else { return }
    let (mailbox, generation, lost) = (mailbox, generation, lost)
    listeners[index] = Task.detached {
      for await event in stream {
        lost.note(event, of: index)
        mailbox.put(.pushed(event, provider: index, generation: generation))
      }
    }
  }

  func arrivals(of kept: [KeptMessage], connection: String) -> [[Arrival]] {
    let connector = connectors.first { $0.provider.name == connection }
    return connector?.arrivals(of: kept)
      ?? [[Arrival]](repeating: [], count: kept.count + 1)
  }

  func request(_ fetches: [Fetch], at now: Instant) -> [FetchResponse] {
    var responses: [FetchResponse] = []
    for fetch in fetches {
      guard let connector = connectors.first(where: { $0.provider.serves(fetch.subject) }) else {
        let failure = FetchFailure(.misconfigured, "nothing is connected that knows it")
        responses.append(FetchResponse(fetch: fetch, outcome: .failed(failure)))
        continue
      }
      waiting.append((connector, fetch, now))
    }
    return responses
  }

  func begin() {
    for (connector, fetch, now) in waiting { start(fetch, with: connector, at: now) }
    waiting = []
  }

  func look(_ fetches: [Fetch], of provider: Int, at now: Instant) {
    for fetch in fetches { start(fetch, with: connectors[provider], at: now) }
  }

  /// Fetches beside the loop; from a file one after the other, so that the last response is the newest one
  private func start(_ fetch: Fetch, with connector: any Connector, at now: Instant) {
    let (mailbox, generation) = (mailbox, generation)
    let before = connector.watchedFiles.isEmpty ? nil : tasks[fetch]
    tasks[fetch] = Task.detached {
      await before?.value
      let response = await connector.fetch(fetch, at: now)
      mailbox.put(.response(response, generation: generation))
    }
  }

  func end() {
    for task in tasks.values { task.cancel() }
    for listener in listeners.values { listener.cancel() }
    for listener in notifierListeners { listener.cancel() }
    for connector in connectors { connector.end() }
    tasks = [:]
    listeners = [:]
    notifierListeners = []
    files = nil
    waiting = []
  }
}

/// The pushing connectors whose last event was a loss, which their tasks note
private final class LostConnectors: Sendable {
  private let lost = Mutex<Set<Int>>([])

  var indices: [Int] { lost.withLock { $0.sorted() } }

  func note(_ event: PushedEvent, of index: Int) {
    lost.withLock { lost in
      switch event {
      case .arrived, .lines, .received: lost.remove(index)
      case .lost: lost.insert(index)
      case .lapsed, .noted: break
      }
    }
  }
}

extension Provider {
  /// `true` if a fetch of a subject goes to this provider
  package func serves(_ subject: FetchKey) -> Bool { served.contains(Offer(subject)) }
}
