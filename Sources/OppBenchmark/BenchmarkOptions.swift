/// The task that the command line states
enum BenchmarkOptions {
  case help
  /// Measurements: all of them, one group, or one table of the group `match`
  case measure(Selection)
  /// An argument that is neither an option nor a group, or names a second group
  case wrong(String)

  /// The measurements to make
  struct Selection: Hashable {
    /// `true` if fewer repetitions and sizes do: seconds rather than minutes
    var isQuick = false

    /// The group; nil for all
    var part: Benchmark.Part?

    /// The table of the group `match`; nil for all
    var table: MatchBenchmark.Table?

    /// The number of rules of `match`; nil for the usual ones
    var rules: Int?
  }

  /// Reads the arguments without the name of the program
  ///
  ///     []                                    all
  ///     ["lint", "--quick"]                   the group lint, quick
  ///     ["match", "engine", "--rules", "99"]  a table of the group match, with 99 rules
  ///     ["lint", "check"]                     wrong("check")
  ///
  /// The first help option ends the reading, so `--help nonsense` shows the help.
  init(_ arguments: [String]) {
    var selection = Selection()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": selection.isQuick = true
      case "--help", "-h":
        self = .help
        return
      case "--rules":
        guard let count = rest.popFirst().flatMap({ Int($0) }), count > 0 else {
          self = .wrong(argument)
          return
        }
        selection.rules = count
      default:
        guard selection.take(name: argument) else {
          self = .wrong(argument)
          return
        }
      }
    }
    self = .measure(selection)
  }

  static let helpText = """
    opp-benchmark: measures starting, checking, linting, formatting, replaying, planning, living, editing and matching

    Usage: swift run -c release opp-benchmark [GROUP] [--quick]
           swift run -c release opp-benchmark match [TABLE] [--rules N] [--quick]

    GROUP    processes, check, lint, replay, planner, live, editor or match
    TABLE    engine, changes, windows, firings, tool, compile, person or worker
    --quick  fewer repetitions, and no growth tables
    --rules  one number of rules in place of 1,000, 10,000 and 100,000

    Times are medians of the repetitions printed beside them. Nothing is judged: the figures are for
    comparing with those of another day on the same machine.
    """
}

extension BenchmarkOptions.Selection {
  /// Takes the name of a group, or behind `match` that of one of its tables
  ///
  /// - Returns: false if it is neither, or one too many.
  fileprivate mutating func take(name: String) -> Bool {
    if part == nil, let named = Benchmark.Part(rawValue: name) {
      part = named
      return true
    }
    if part == .match, table == nil, let named = MatchBenchmark.Table(rawValue: name) {
      table = named
      return true
    }
    return false
  }
}
