#if Relapses
  import Foundation
  import OppModel

  /// The search for every relapse: a simulator that does not find it is too tame, and a story must show it
  ///
  /// ```console
  /// $ swift run --traits Relapses opp-simulate --relapses 1
  /// pauseIsForgotten            in 2 stories, after 12 seeds: I4 at 2026-06-21T20:31:43Z: …
  /// ```
  enum RelapseSearch {
    /// The seeds within which each must be found
    private static let longest: UInt64 = 500

    /// The seeds of one process
    private static let batch: UInt64 = 10

    static func run(_ options: SimulationOptions) -> Int32 {
      var status: Int32 = 0
      for relapse in Relapse.allCases {
        let name = relapse.rawValue.padding(toLength: 28, withPad: " ", startingAt: 0)
        let stories = stories(brokenBy: relapse)
        if stories == 0 { status = 1 }
        if let found = find(relapse, from: options.seeds.first ?? 1, options) {
          print("\(name)in \(stories) stories, \(found)")
        } else {
          print("\(name)in \(stories) stories, not found within \(longest) seeds")
          status = 1
        }
        fflush(nil)
      }
      return status
    }

    /// The number of stories that break an invariant with a relapse, and none without it
    private static func stories(brokenBy relapse: Relapse) -> Int {
      defer { Relapse.present = nil }
      Relapse.present = nil
      let sound = ((try? Stories.all()) ?? []).filter { SimulatedLife.run($0).violation == nil }
      Relapse.present = relapse
      return sound.count { SimulatedLife.run($0).violation != nil }
    }

    private static func find(
      _ relapse: Relapse, from first: UInt64, _ options: SimulationOptions
    ) -> String? {
      var counts: [String: Int] = [:]
      for begin in stride(from: first, to: first + longest, by: Int(batch)) {
        let seeds = Array(begin..<(begin + batch))
        let results = SeedParent.run(
          seeds, options, &counts, variables: ["OPP_RELAPSE": relapse.rawValue])
        for (seed, result) in results {
          switch result {
          case .passed: continue
          case .broken(let text), .crashed(let text):
            return "after \(seed - first + 1) seeds: \(text)"
          }
        }
      }
      return nil
    }
  }
#endif
