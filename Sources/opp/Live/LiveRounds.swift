internal import OppEngine
internal import OppModel
internal import OppSession
internal import OppStore

/// The rounds of `opp run --once` before the present one, as the store keeps them
///
/// The token has the version, the beginning of the last round, and the seconds between the last rounds. Each further line is
/// a provider whose lapses have been reported, and that has not lasted from round to round since:
///
/// ```
/// 1 1782043200 300 301
/// weather (openmeteo)
/// ```
///
/// A store without the token, or with one of another version, begins with its first round.
struct LiveRounds {
  /// The distances, the one to the present round included
  let pace: RoundPace

  /// The providers whose lapses have been reported
  private var reported: Set<String> = []

  /// `true` if the store has it
  private var isKept = false

  private static let token = "rounds"
  private static let version = "1"

  /// - Parameters:
  ///   - now: the beginning of the present round.
  ///   - stated: the value of `--every`; nil without it.
  init(_ store: Store, at now: Instant, stated: Int64?) throws(StoreFailure) {
    let content = try store.loadTokens()[Self.token] ?? ""
    let lines = content.split(separator: "\n").map { String($0) }
    let words = lines.first.map { $0.split(separator: " ").map { String($0) } } ?? []
    var distances: [Int64] = []
    if words.first == Self.version {
      let numbers = words.dropFirst().compactMap { Int64($0) }
      reported = Set(lines.dropFirst())
      // A round of a clock that was ahead says nothing of distances.
      if let last = numbers.first, last < now.seconds {
        distances = numbers.dropFirst() + [now.seconds(since: Instant(seconds: last))]
      }
    }
    pace = RoundPace(
      begins: now, distances: distances.filter { 1...RoundPace.longest ~= $0 }, stated: stated)
  }

  /// Forgets all rounds, because a daemon runs
  static func forget(in record: inout StepRecord) { record.tokens[token] = .some(nil) }

  /// Records the round with its first step
  ///
  /// - Returns: messages on lapses that have not been reported.
  mutating func keep(_ session: LiveSession, in record: inout StepRecord) -> [String] {
    guard !isKept else { return [] }
    isKept = true
    let lapses = session.lapses
    reported.subtract(session.outlasted)
    let new = lapses.filter { !reported.contains($0.provider) }
    reported.formUnion(lapses.map(\.provider))
    let numbers = [pace.begins.seconds] + pace.distances
    let first = ([Self.version] + numbers.map { String($0) }).joined(separator: " ")
    record.tokens[Self.token] = ([first] + reported.sorted()).joined(separator: "\n")
    guard let distance = pace.distances.last else { return [] }
    return new.map { $0.message(distance: distance) }
  }
}
