internal import OppEngine
internal import OppModel

/// The state of a fetch as a session keeps it: its entry of the cache without arrivals, its turn, and the subjects that come with it
///
/// Of the weather at @48.4,-123.4, read by one subject, responded at 12:00:02, counting up to 13:00:02, and due again:
///
/// ```
/// 1 1782043202 1782046802 1782046799 - - F 1 0: + -
///   responded  counts     requested  no turn, not wanted anew; no failure; one subject: its own, of that response
/// ```
struct FetchMemory: Hashable {
  var responded: Int64?
  var counts = Seconds.past
  var requested: Int64?

  /// Since when it waits for a quota or the budget
  var turn: Int64?

  /// Its place among the fetches to be repeated as soon as possible (`opp refresh`); `nil` if it need not be
  var wanted: Int64?
  var failures = 0
  var failingSince: Int64?
  var retry = Seconds.past
  var rest = Seconds.past
  var failure: FetchFailure?

  /// The subjects that wait for it or have come with it
  var subjects: [FetchKey: SubjectMemory] = [:]

  /// A subject of a fetch
  struct SubjectMemory: Hashable {
    /// Whether the present reading or rows of the subject came with this fetch
    var isHeld = false
    var responded = Seconds.past
    var counts = Seconds.past
    var isRepeated = false

    /// Of a value that the response for all values does not have
    var lack: Lack?
  }

  init() {}

  /// - Parameter entry: nil for a fetch that was never made.
  init(_ entry: CacheEntry?) {
    guard let entry else { return }
    responded = entry.responded
    counts = entry.counts
    requested = entry.requested
    guard entry.failures > 0 || entry.rest > Seconds.past || entry.retry > Seconds.past else {
      return
    }
    failures = entry.failures
    failingSince = entry.failingSince
    retry = entry.retry
    rest = entry.rest
    failure = entry.failure
  }

  /// The last second at which anything of it is in force: a response, a request, the time of a retry
  var lastSecond: Int64 {
    var last = max(retry, rest, requested ?? Seconds.past)
    if counts < Seconds.never { last = max(last, counts) }
    return last
  }

  /// The entry of the cache, without arrivals
  var entry: CacheEntry {
    var entry = CacheEntry()
    entry.responded = responded
    entry.counts = counts
    entry.requested = requested
    entry.failures = failures
    entry.failingSince = failingSince
    entry.retry = retry
    entry.rest = rest
    entry.failure = failure
    entry.isForgotten = true
    return entry
  }
}

extension FetchMemory {
  /// - Parameters:
  ///   - fetch: the fetch that the memory is of.
  ///   - graph: the graph that names the sources and tables.
  func write(to writer: inout MemoryWriter, of fetch: Fetch, in graph: ConditionGraph) {
    writer.add(responded)
    writer.add(counts)
    writer.add(requested)
    writer.add(turn)
    writer.add(wanted)
    let hasFailed = failures > 0 || rest > Seconds.past || retry > Seconds.past
    writer.add(hasFailed)
    if hasFailed {
      writer.add(failures)
      writer.add(failingSince)
      writer.add(retry)
      writer.add(rest)
      writer.add(failure != nil)
      failure?.write(to: &writer)
    }
    writer.add(subjects.count)
    let named = subjects.map { key, state in
      (name: key == fetch.subject ? "" : graph.meaning(of: Fetch(subject: key)), state)
    }
    for (name, state) in named.sorted(by: { KeyOrder.isLess($0.name, $1.name) }) {
      writer.add(name)
      write(state, to: &writer)
    }
  }

  private func write(_ subject: SubjectMemory, to writer: inout MemoryWriter) {
    if !subject.isHeld {
      writer.word("-")
    } else if subject.responded == responded, subject.counts == counts {
      writer.word(subject.isRepeated ? "=" : "+")
    } else {
      writer.word("*")
      writer.add(subject.responded)
      writer.add(subject.counts)
      writer.add(subject.isRepeated)
    }
    writer.add(subject.lack?.responded)
    guard let lack = subject.lack else { return }
    writer.add(lack.times)
    writer.add(lack.retry)
  }

  /// Leaves out subjects that are no more in the rules
  ///
  /// - Parameter fetch: `nil` for the fetch of a source that is not in the rules.
  init(from reader: inout MemoryReader, of fetch: Fetch?, in graph: ConditionGraph) {
    responded = reader.optionalSecond()
    counts = reader.second()
    requested = reader.optionalSecond()
    turn = reader.optionalSecond()
    wanted = reader.optionalInteger()
    if reader.isTrue() {
      failures = Int(clamping: max(0, reader.integer()))
      failingSince = reader.optionalSecond()
      retry = reader.second()
      rest = reader.second()
      if reader.isTrue() { failure = FetchFailure(from: &reader) }
    }
    for _ in 0..<reader.count() {
      let name = reader.string()
      let state = subject(from: &reader)
      let key = name.isEmpty ? fetch?.subject : graph.fetch(ofMeaning: name)?.subject
      if let key { subjects[key] = state }
    }
  }

  private func subject(from reader: inout MemoryReader) -> SubjectMemory {
    var subject = SubjectMemory()
    switch reader.word() {
    case "-": break
    case "*":
      subject.isHeld = true
      subject.responded = reader.second()
      subject.counts = reader.second()
      subject.isRepeated = reader.isTrue()
    case let word:
      if word != "+", word != "=" { reader.fail() }
      subject.isHeld = true
      subject.responded = responded ?? Seconds.past
      subject.counts = counts
      subject.isRepeated = word == "="
    }
    if let responded = reader.optionalSecond() {
      subject.lack = Lack(
        responded: responded, times: Int(clamping: max(0, reader.integer())), retry: reader.second()
      )
    }
    return subject
  }
}

extension FetchFailure {
  /// `broken 23:the service responded … -`: the kind, the reason, and for how long it wants to be left alone; `broken+ … 14:Check
  /// the port` with advice of its own
  func write(to writer: inout MemoryWriter) {
    writer.word(remedy == nil ? kind.rawValue : kind.rawValue + Self.remedySign)
    writer.add(reason)
    writer.add(retryAfter)
    if let remedy { writer.add(remedy) }
  }

  /// The end of the word of a failure with advice
  private static let remedySign = "+"

  init?(from reader: inout MemoryReader) {
    var word = reader.word()
    let hasRemedy = word.hasSuffix(Self.remedySign)
    if hasRemedy { word.removeLast() }
    let reason = reader.string()
    let retryAfter = reader.optionalInteger()
    let remedy = hasRemedy ? reader.string() : nil
    guard let kind = Kind(rawValue: word) else {
      reader.fail()
      return nil
    }
    self.init(kind, reason, remedy: remedy, retryAfter: retryAfter)
  }
}
