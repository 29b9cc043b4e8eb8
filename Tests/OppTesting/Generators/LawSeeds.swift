internal import Foundation

/// Which random cases a law is tried on
///
/// `OPP_LONG_TESTS=1` tries many, `OPP_SEED=n` one alone, and `OPP_FIRST=n` begins at another one.
package enum LawSeeds {
  /// True if laws are tried at their full counts
  package static let isLong = ProcessInfo.processInfo.environment["OPP_LONG_TESTS"] == "1"

  /// - Parameter failed: those on which the law has failed once, which are tried in any case.
  package static func seeds(
    _ count: Int, long: Int = 10_000, failed: [UInt64] = []
  ) -> [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["OPP_SEED"].flatMap(UInt64.init) { return [seed] }
    let first = environment["OPP_FIRST"].flatMap(UInt64.init) ?? 0
    let seeds = (0..<(isLong ? long : count)).map { first + UInt64($0) }
    return seeds + failed.filter { !seeds.contains($0) }
  }
}
