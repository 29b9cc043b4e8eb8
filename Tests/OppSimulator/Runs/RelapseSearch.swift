#if Relapses
  import Foundation
  import OppModel

  /// The search for every relapse: a simulator that does not find it is too tame, and a story must show it
  ///
  /// ```console
  /// $ swift run --traits Relapses opp-simulate --relapses 1 1001
  /// pauseIsForgotten            in 2 stories, after 12, 7 seeds: I4 at 2026-06-21T20:31:43Z: …
  /// $ swift run --traits Relapses opp-simulate --relapses 1 --only pauseIsForgotten
  /// ```
  enum RelapseSearch {
    /// The seeds within which each must be found
    private static let longest: UInt64 = 500

    /// The seeds of one process
    private static let batch: UInt64 = 10

    static func run(_ options: SimulationOptions) -> Int32 {
      Relapse.present = nil
      let sound = ((try? Stories.all()) ?? []).filter { SimulatedLife.run($0).violation == nil }
      var status: Int32 = 0
      for relapse in Relapse.allCases
      where options.relapses.isEmpty || options.relapses.contains(relapse.rawValue) {
        let name = relapse.rawValue.padding(toLength: 28, withPad: " ", startingAt: 0)
        Relapse.present = relapse
        let stories = sound.count { SimulatedLife.run($0).violation != nil }
        Relapse.present = nil
        let found = options.seeds.map { find(relapse, from: $0, options) }
        if stories == 0 || found.contains(where: { $0 == nil }) { status = 1 }
        let counts = found.map { $0.map { "\($0.count)" } ?? "more than \(longest)" }
        let text = found.lazy.compactMap { $0?.text }.first ?? ""
        print(
          "\(name)in \(stories) stories, after \(counts.joined(separator: ", ")) seeds: \(text)")
        fflush(nil)
      }
      return status
    }

    /// Returns the number of seeds from a first one after which a relapse is found, and the invariant that it breaks
    private static func find(
      _ relapse: Relapse, from first: UInt64, _ options: SimulationOptions
    ) -> (count: UInt64, text: String)? {
      var options = options
      options.endsBroken = true
      var counts: [String: Int] = [:]
      for begin in stride(from: first, to: first + longest, by: Int(batch)) {
        let seeds = Array(begin..<(begin + batch))
        let results = SeedParent.run(
          seeds, options, &counts, variables: ["OPP_RELAPSE": relapse.rawValue])
        for (seed, result) in results {
          switch result {
          case .passed: continue
          case .broken(let text), .crashed(let text): return (seed - first + 1, text)
          }
        }
      }
      return nil
    }
  }
#endif
