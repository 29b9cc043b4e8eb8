internal import OppEngine
package import OppModel

/// The distance to the next round of `opp run --once`, as the last distances suggest
///
/// Nothing is read between two rounds. A round therefore requests each reading that would no longer count when the next
/// round has its responses:
///
/// ```
/// rounds at 8:00:00, 8:05:00, 8:10:01     distances 300 s, 301 s: the next responses are expected within 331 s
/// hall, whose reading counts until 8:15   8:10:01 + 331 s is later, so this round requests it
/// ```
package struct RoundPace: Hashable, Sendable {
  /// The second at which the round begins
  package let begins: Instant

  /// The seconds between the beginnings of the last rounds, the latest last
  package let distances: [Int64]

  /// The distance that a person states; `nil` if the last distances count
  package let stated: Int64?

  /// The number of distances that count
  package static let memory = 5

  /// The least number of distances from which the next one is estimated
  private static let fewest = 2

  /// The least number of seconds by which the next round may be late, its responses included
  private static let leastMargin: Int64 = 10

  /// The longest distance that counts, and that can be stated: a source that is fresh for longer needs no estimate
  package static let longest: Int64 = 32 * 86_400

  package init(begins: Instant, distances: [Int64] = [], stated: Int64? = nil) {
    self.begins = begins
    self.distances = Array(distances.suffix(Self.memory))
    self.stated = stated
  }

  /// Returns the seconds from this round until the next one has its responses, for readings that count for a time
  ///
  /// A distance that is longer than the freshness does not count, because no reading outlasts it. Before two distances are
  /// known, half of the freshness is taken.
  ///
  /// - Parameters:
  ///   - freshness: the number of seconds for which a reading counts.
  ///   - responding: the number of seconds that are allowed for a response.
  /// - Returns: 0 if no reading lasts until the next round.
  package func reach(_ freshness: Int64, responding: Int64 = 0) -> Int64 {
    var known = distances
    if let stated {
      known = [stated]
    } else if distances.count < Self.fewest {
      known = [freshness / 2]
    }
    guard let longest = known.filter({ $0 <= freshness }).max() else { return 0 }
    return Seconds.add(longest, max(Self.leastMargin, longest / 10, responding))
  }
}
