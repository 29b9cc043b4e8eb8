import Foundation

/// A process that runs seeds for another one, and tells of each before and after
///
/// ```
/// begins 17
/// ends 17 8f3a02d1c4b5e697 12 firings
/// begins 18
/// breaks 18 I4 at 2026-06-21T09:00:00Z: …
/// ```
enum SeedChild {
  /// The seconds of processor time that a seed may take, however busy the machine is
  private static let longestSeed = 60.0

  /// - Parameter endsBroken: whether it ends with the first seed that breaks an invariant.
  static func run(_ seeds: [UInt64], withTrace: Bool, endsBroken: Bool) -> Int32 {
    for seed in seeds {
      print("begins \(seed)")
      // What is in a buffer dies with the process.
      fflush(nil)
      ProcessorTime.endProcess(after: longestSeed)
      let plan = Plan(seed: seed)
      let outcome = SimulatedLife.run(plan)
      if withTrace { outcome.trace.forEach { print("| \($0)") } }
      for (name, count) in Coverage.counts(of: outcome, plan) { print("counts \(name) \(count)") }
      if let violation = outcome.violation {
        print("breaks \(seed) \(violation)")
        if endsBroken { break }
      } else {
        let digest = Chance(seed: 0).draw(outcome.trace.joined(separator: "\n"))
        print("ends \(seed) \(String(digest, radix: 16)) \(outcome.firings.count)")
      }
    }
    return 0
  }
}
