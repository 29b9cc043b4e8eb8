import Foundation
import OppModel

/// The command `opp-simulate`
///
/// ```console
/// $ opp-simulate 1..200              # seeds, each in two processes now and then
/// $ opp-simulate --minutes 60 7      # seeds from 7 on, for an hour
/// $ opp-simulate --story a-story --trace
/// ```
package enum SimulationTool {
  private static let usage = """
    Usage: opp-simulate [--trace] [--coverage] [--minutes N] SEED|FIRST..LAST …
           opp-simulate [--trace] --story NAME|FILE …
           opp-simulate --stories
           opp-simulate --failures [--story NAME|FILE …]
           opp-simulate --relapses FIRST … [--only NAME …]      (of a build with the trait Relapses)

    A seed decides everything that happens to a run of the live runner; see CONTRIBUTING.md.
    --trace     prints what happened
    --coverage  prints how often each kind of trouble happened, and mattered
    --failures  lives through each short story with every failure of the disk and every kill, one or two in each life
    --minutes   goes on with the seeds after the last, until the time is over
    Status: 0 no invariant was broken, 1 one was, 2 the command line is wrong.
    """

  /// Runs a command line
  ///
  /// - Returns: the status of the process.
  package static func run(_ arguments: [String]) -> Int32 {
    guard let options = SimulationOptions(arguments) else {
      print(usage)
      return 2
    }
    #if Relapses
      Relapse.present = ProcessInfo.processInfo.environment["OPP_RELAPSE"].flatMap {
        Relapse(rawValue: $0)
      }
    #endif
    if options.isChild {
      return SeedChild.run(
        options.seeds, withTrace: options.showsTrace, endsBroken: options.endsBroken)
    }
    #if Relapses
      if options.searchesRelapses { return RelapseSearch.run(options) }
    #endif
    if options.searchesFailures { return runFailures(options) }
    if !options.stories.isEmpty || options.runsAllStories { return runStories(options) }
    return SeedParent.run(options)
  }

  /// Lives through short stories with every failure
  private static func runFailures(_ options: SimulationOptions) -> Int32 {
    var status: Int32 = 0
    do {
      let stories =
        options.stories.isEmpty ? try Stories.short() : try options.stories.map(Stories.named)
      for plan in stories {
        var failures = ExhaustiveFailures(plan)
        failures.run()
        print(
          """
          \(plan.name): \(failures.count) lives (\(failures.calls) calls of the disk, \(failures.effects) effects, \
          \(failures.pairs) pairs), \(failures.broken.isEmpty ? "all pass" : "not all pass")
          """)
        for (plan, violation) in failures.broken {
          print(plan.story + "# broken  \(violation)\n")
          status = 1
        }
        fflush(nil)
      }
    } catch {
      print("\(error)")
      return 2
    }
    return status
  }

  private static func runStories(_ options: SimulationOptions) -> Int32 {
    var status: Int32 = 0
    do {
      let stories =
        options.runsAllStories
        ? try Stories.all() : try options.stories.map { try Stories.named($0) }
      for plan in stories {
        let outcome = SimulatedLife.run(plan)
        if options.showsTrace { outcome.trace.forEach { print($0) } }
        if let problem = Stories.problem(of: outcome, plan) {
          print("\(plan.name): \(problem)")
          status = 1
        } else {
          print("\(plan.name): \(plan.open.map { "open: \($0)" } ?? "passes")")
        }
      }
    } catch {
      print("\(error)")
      return 2
    }
    return status
  }
}

/// The options of `opp-simulate`
struct SimulationOptions {
  var seeds: [UInt64] = []
  var stories: [String] = []
  var runsAllStories = false
  var showsTrace = false
  var showsCoverage = false
  var minutes: Double?

  /// `true` in a process that runs seeds for another one
  var isChild = false

  /// `true` in one that ends with the first seed that breaks an invariant
  var endsBroken = false

  /// `true` to live through short stories with every failure
  var searchesFailures = false

  /// `true` to search for each relapse from the first seed on
  var searchesRelapses = false

  /// The relapses to search for; all if there are none
  var relapses: Set<String> = []

  /// - Returns: `nil` for a command line that is wrong.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--trace": showsTrace = true
      case "--coverage": showsCoverage = true
      case "--child": isChild = true
      case "--until-broken": endsBroken = true
      case "--relapses": searchesRelapses = true
      case "--only":
        guard let name = rest.popFirst() else { return nil }
        relapses.insert(name)
      case "--stories": runsAllStories = true
      case "--failures": searchesFailures = true
      case "--story":
        guard let name = rest.popFirst() else { return nil }
        stories.append(name)
      case "--minutes":
        guard let number = rest.popFirst().flatMap({ Double($0) }), number > 0 else { return nil }
        minutes = number
      case _:
        let ends = word.split(separator: "..").compactMap { UInt64($0) }
        guard let first = ends.first, let last = ends.last, first <= last, ends.count <= 2 else {
          return nil
        }
        seeds += first...last
      }
    }
    if seeds.isEmpty, minutes != nil { seeds = [1] }
    guard !seeds.isEmpty || !stories.isEmpty || runsAllStories || searchesFailures else {
      return nil
    }
  }
}
