internal import Foundation

/// Which random cases a law is tried on
///
/// `OPP_LONG_TESTS=1` tries many, `OPP_SEED=n` one alone, and `OPP_FIRST=n` begins at another one.
package enum LawSeeds {
  /// True if laws are tried at their full counts
  package static let isLong = ProcessInfo.processInfo.environment["OPP_LONG_TESTS"] == "1"

  /// The first seed of the cases that are full of the edges of domains: last seconds of hours, ends of months, 29 February
  ///
  /// They have seeds of their own, so that those on which a law has failed stay what they are.
  static let edges: UInt64 = 1_000_000

  /// A quarter of the seeds are of edges
  ///
  /// - Parameter failed: those on which the law has failed once, which are tried in any case.
  package static func seeds(
    _ count: Int, long: Int = 10_000, failed: [UInt64] = []
  ) -> [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["OPP_SEED"].flatMap(UInt64.init) { return [seed] }
    let first = environment["OPP_FIRST"].flatMap(UInt64.init) ?? 0
    let count = isLong ? long : count
    let plain = count - count / 4
    let seeds = (0..<count).map {
      first + UInt64($0 < plain ? $0 : $0 - plain) + ($0 < plain ? 0 : edges)
    }
    return seeds + failed.filter { !seeds.contains($0) }
  }
}
