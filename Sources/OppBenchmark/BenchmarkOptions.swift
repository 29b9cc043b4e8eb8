/// The task that the command line states
enum BenchmarkOptions {
  case help
  /// Measurements: all of them, or one group
  case measure(isQuick: Bool, only: Benchmark.Part?)
  /// An argument that is neither an option nor a group, or names a second group
  case wrong(String)

  /// Reads the arguments without the name of the program
  ///
  ///     []                      measure(isQuick: false, only: nil)
  ///     ["lint", "--quick"]     measure(isQuick: true, only: .lint)
  ///     ["lint", "check"]       wrong("check")
  ///
  /// The first help option ends the reading, so `--help nonsense` shows the help.
  init(_ arguments: [String]) {
    var isQuick = false
    var part: Benchmark.Part?
    for argument in arguments {
      switch argument {
      case "--quick": isQuick = true
      case "--help", "-h":
        self = .help
        return
      default:
        guard let named = Benchmark.Part(rawValue: argument), part == nil else {
          self = .wrong(argument)
          return
        }
        part = named
      }
    }
    self = .measure(isQuick: isQuick, only: part)
  }

  static let helpText = """
    opp-benchmark: measures starting, checking, linting, formatting, replaying, planning, living and editing

    Usage: swift run -c release opp-benchmark [processes | check | lint | replay | planner | live | editor] [--quick]

    --quick  fewer repetitions, and no growth tables

    Times are medians of the repetitions printed beside them. Nothing is judged: the figures are for
    comparing with those of another day on the same machine.
    """
}
