internal import OppEngine
internal import OppModel
internal import OppSession

/// The readings of logs that have grown by several lines, each of which counts at its own second
///
/// The seconds since the last step have not been lived through, so that they still can be: a rule sees each line of a
/// program that writes ten of them at once, as in a replay of its file.
///
/// ```
/// the last step      12:00:00
/// the log grows by   12:00:03 1    12:00:05 50    12:00:07 2     at 12:00:07
/// steps              12:00:03 1    12:00:05 50    12:00:07 2
/// ```
struct EarlierReadings {
  /// The responses of each second, in the order of time
  private(set) var steps: [(at: Instant, responses: [FetchResponse])] = []

  /// The seconds for which readings of a log count at their own time, as after a sleep; of older ones the last one counts
  private static let reach: Int64 = 900

  /// - Parameters:
  ///   - responses: those that the session has not received.
  ///   - now: the second at which it receives them.
  init(of responses: [FetchResponse], _ session: LiveSession, before now: Instant) {
    let logs = Set(responses.filter { !$0.earlier.isEmpty }.map { $0.fetch })
    guard !logs.isEmpty else { return }
    let first = max(session.nextSecond, now.advanced(by: -Self.reach))
    let byFetch = [Fetch: [FetchResponse]](grouping: responses) { $0.fetch }
      .filter { logs.contains($0.key) }
    var seconds: [Instant: [FetchResponse]] = [:]
    for (fetch, responses) in byFetch {
      // Each step has the last readings for all values of the parameters, as a response has.
      var known = session.cache[fetch]?.arrivals.readings ?? [:]
      let readings = Self.new(in: responses, since: known)
      var index = 0
      while index < readings.count {
        let second = max(readings[index].instant, first)
        guard second < now else { break }
        while index < readings.count, readings[index].instant <= second {
          known[readings[index].arguments] = readings[index]
          index += 1
        }
        seconds[second, default: []].append(
          FetchResponse(
            fetch: fetch, outcome: .arrived(known.values.map { .reading($0) }),
            unread: responses.last?.unread))
      }
    }
    steps = seconds.sorted { $0.key < $1.key }.map { (at: $0.key, responses: $0.value) }
  }

  /// The new readings of responses to one fetch, in the order of time
  private static func new(
    in responses: [FetchResponse], since known: [[Value?]: SourceReading]
  ) -> [SourceReading] {
    var readings: [SourceReading] = []
    for response in responses {
      readings += response.earlier
      guard case .arrived(let arrivals) = response.outcome else { continue }
      readings += arrivals.readings.values.filter { known[$0.arguments] != $0 }
    }
    return readings.sorted { $0.instant < $1.instant }
  }
}

extension [Arrival] {
  /// The readings among them, by the values of the parameters
  var readings: [[Value?]: SourceReading] {
    var readings: [[Value?]: SourceReading] = [:]
    for case .reading(let reading) in self { readings[reading.arguments] = reading }
    return readings
  }
}
