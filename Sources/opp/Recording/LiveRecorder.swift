internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppSession
internal import OppStore

/// Fetches everything that rules read as often as it can be new, and writes down the responses
///
/// It plans nothing: a recording is to have every value, whether or not it mattered.
///
/// ```
/// next    weather 12:00   chores 12:00   stock("Shoe Barn") 12:00
/// 12:00   all three are fetched          next: nil while they are under way
/// 12:01   weather arrives                next: 13:01, because it is fresh for an hour
/// 12:01   chores fail                    next: 12:02, then 12:04 … at most an hour apart
/// ```
final class LiveRecorder {
  /// The clock of the machine; tests have one of their own
  private let clock: any LiveClock

  /// The receiver of responses, pushed events and signals
  private let mailbox: LiveMailbox

  /// The services that the rules connect
  private let world: any LiveWorld

  /// For the freshness of sources and tables
  private let graph: ConditionGraph

  /// Messages; nothing fires
  private let output: LiveOutput

  /// The files of the recording
  private var writer: RecordingWriter

  /// The store that answers come into; nil if there is none
  private let store: Store?

  /// The beginning, and the number of the last answer that was written
  private let begins: Instant
  private var lastAnswer: Int64 = 0

  /// The time of the next fetch of each subject; nil while one is under way
  private var next: [(subject: FetchKey, at: Instant?)]

  /// The failures in a row of each subject that fails
  private var failures: [FetchKey: Int] = [:]

  /// The providers that fail, each of which has been reported
  private var health = HealthReporter()

  /// The last position of the person; nil until one has come
  private var person: Position?

  /// The number of seconds for which a reading counts unless stated otherwise
  private static let ordinaryFreshness: Int64 = 900

  /// The same for the rows of a table
  private static let tableFreshness: Int64 = 3600

  /// The messages in the seconds that a live run would take them in
  private var paced = PacedArrivals()

  /// The interval at which fetches that are not possible yet are tried again, in seconds
  private static let retryDelay: Int64 = 60

  init(
    _ rules: LiveRules, _ world: any LiveWorld, clock: any LiveClock, mailbox: LiveMailbox,
    output: LiveOutput, writer: RecordingWriter, store: Store? = nil
  ) {
    self.store = store
    begins = clock.now
    graph = rules.graph
    self.world = world
    self.clock = clock
    self.mailbox = mailbox
    self.output = output
    self.writer = writer
    let recorded = RecordingKeys(graph, providers: world.providers)
    let now = clock.now
    next = recorded.subjects.map { ($0, now) }
    for name in recorded.leftOut.sorted() {
      output.say(
        "`\(name)` is read with values that are only known as rules run: those are left out")
    }
  }

  /// The files that were written, in the order of their names
  var files: [String] { writer.files.sorted() }

  /// Records until it is signalled to end, or until an instant
  ///
  /// - Returns: the number of readings and changes of tables that were written.
  func run(until end: Instant?) throws(CommandFailure) -> Int {
    defer { world.end() }
    while true {
      let now = clock.now
      let events = LiveEvents(mailbox.takeAll(), generation: 0)
      try take(events, at: now)
      try writeAnswers()
      if events.isStop { break }
      if let end, now >= end { break }
      try request(at: now)
      // Sleep until the next subject is due, or the end, unless something comes before.
      let waiting =
        next.compactMap { $0.at } + [end, paced.next?.advanced(by: 1)].compactMap { $0 }
      let isAwaiting = next.contains { $0.at == nil }
      guard clock.wait(for: mailbox, until: waiting.min(), isAwaiting: isAwaiting) else { break }
    }
    try take(LiveEvents(mailbox.takeAll(), generation: 0), at: clock.now)
    try write(paced.take(before: .distantFuture))
    try writeAnswers()
    try writer.end(at: clock.now)
    return writer.count
  }

  /// Writes the answers that people have given since the beginning
  private func writeAnswers() throws(CommandFailure) {
    guard let store else { return }
    let answers: [StoredAnswer]
    do throws(StoreFailure) {
      answers = try store.answers(after: lastAnswer, from: begins)
    } catch {
      throw CommandFailure(error)
    }
    lastAnswer = answers.last?.number ?? lastAnswer
    let known = Set(graph.rules.map(\.name))
    try writer.write(answers.filter { known.contains($0.opp) })
  }

  /// Requests every subject that is due
  private func request(at now: Instant) throws(CommandFailure) {
    for index in next.indices {
      guard let due = next[index].at, due <= now else { continue }
      guard let fetch = fetch(for: next[index].subject) else {
        // It depends on the person's position, which has not been reported yet.
        next[index].at = now.advanced(by: Self.retryDelay)
        continue
      }
      next[index].at = nil
      let responses = world.request([fetch], at: now)
      for response in responses { try take(response, at: now) }
    }
    world.begin()
  }

  /// The fetch of a subject; nil if it depends on a position that is not known
  private func fetch(for subject: FetchKey) -> Fetch? {
    guard let provider = world.providers.first(where: { $0.serves(subject) }),
      let cell = provider.cell
    else { return Fetch(subject: subject) }
    switch subject {
    case .address: return Fetch(subject: subject)
    case .source(_, let arguments) where !arguments.allSatisfy({ $0 == nil }):
      return Fetch(subject: subject)
    case .source, .table, .places:
      return person.map { Fetch(subject: subject, position: $0.rounded(to: cell)) }
    }
  }

  /// Takes the events that have come, and writes the arrivals among them
  private func take(_ events: LiveEvents, at now: Instant) throws(CommandFailure) {
    for response in events.responses { try take(response, at: now) }
    if !events.arrivals.isEmpty { try write(events.arrivals, at: now) }
    try write(paced.take(before: now))
    for (message, _) in events.messages {
      try write(paced.add(message.arrivals, at: now))
      message.acknowledge()
    }
    for (index, failure) in events.notes where world.providers.indices.contains(index) {
      output.say(failure.note(of: world.providers[index].name), at: now)
    }
    for (index, failure) in events.lost where world.providers.indices.contains(index) {
      reportFailure(world.providers[index].name, failure, at: now)
    }
  }

  /// Takes a response, and sets the time of the next fetch of its subject
  private func take(_ response: FetchResponse, at now: Instant) throws(CommandFailure) {
    let subject = response.fetch.subject
    let name = world.providers.first { $0.serves(subject) }?.name ?? ""
    var delay = freshness(of: subject)
    switch response.outcome {
    case .arrived(let arrivals):
      try write(arrivals, at: now)
      recover(subject, name, at: now)
    case .unchanged: recover(subject, name, at: now)
    case .failed(let failure):
      let count = failures[subject, default: 0]
      failures[subject] = count + 1
      delay = Backoff.recording.delay(
        failures: count + 1, chance: 0, retryAfter: failure.retryAfter)
      reportFailure(name, failure, at: now)
    }
    // Only now may the subject be fetched again: one fetch of it at a time.
    guard let index = next.firstIndex(where: { $0.subject == subject }) else { return }
    next[index].at = now.advanced(by: max(delay, 1))
  }

  /// Takes note that a subject was fetched, and reports that its provider works again
  private func recover(_ subject: FetchKey, _ name: String, at now: Instant) {
    failures[subject] = nil
    if health.recover(name) { output.say("\(name) works again.", at: now) }
  }

  /// Reports that a provider fails, once
  private func reportFailure(_ name: String, _ failure: FetchFailure, at now: Instant) {
    guard health.fail(name) else { return }
    output.say("\(name): \(failure.reason)", at: now)
  }

  private func write(_ arrivals: [PastArrival]) throws(CommandFailure) {
    for past in arrivals { try write([past.arrival], at: past.at) }
  }

  /// Writes arrivals; a position among them is that of the person from now on
  private func write(_ arrivals: [Arrival], at now: Instant) throws(CommandFailure) {
    for case .reading(let reading) in arrivals where graph.isLocation(reading.source) {
      for case .known(.position(let position)) in reading.fields { person = position }
    }
    try writer.write(arrivals, at: now)
  }

  /// The number of seconds after a response until there may be another
  private func freshness(of subject: FetchKey) -> Int64 {
    let own = world.providers.first { $0.serves(subject) }?.freshness
    switch subject {
    case .source(let source, _):
      return graph.sources[Int(source.index)].freshness ?? own ?? Self.ordinaryFreshness
    case .table(let table):
      return graph.tables[Int(table.index)].freshness ?? own ?? Self.tableFreshness
    // Kept for good: fetching once is enough.
    case .address: return 10 * 365 * 86_400
    case .places: return own ?? 86_400
    }
  }
}

extension ConditionGraph {
  /// `true` if a source is the one of the person's position
  fileprivate func isLocation(_ source: SourceID) -> Bool {
    source == wellKnown.location?.source
  }
}

extension Position {
  /// The middle of the cell that contains it
  ///
  /// - Parameter cell: in degrees: with 0.05, latitude 36.073 is in the cell around 36.05.
  fileprivate func rounded(to cell: Double) -> Position {
    guard cell > 0 else { return self }
    func middle(_ degrees: Double) -> Double {
      ((degrees / cell).rounded() * cell * 1e6).rounded() / 1e6
    }
    return Position(latitude: middle(latitude), longitude: middle(longitude)) ?? self
  }
}
