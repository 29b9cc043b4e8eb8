/// What the command line asks for
enum BenchmarkOptions {
  case help
  case measure(isQuick: Bool)
  case wrong(String)

  init(_ arguments: [String]) {
    self = .measure(isQuick: false)
    for argument in arguments {
      switch argument {
      case "--quick": self = .measure(isQuick: true)
      case "--help", "-h":
        self = .help
        return
      default:
        self = .wrong(argument)
        return
      }
    }
  }

  static let helpText = """
    opp-benchmark: measures checking, formatting, replaying and starting

    Usage: swift run -c release opp-benchmark [--quick]

    --quick  fewer repetitions, and no growth tables

    Times are medians of the repetitions told beside them. Nothing is judged: the figures are for
    comparing with those of another day on the same machine.
    """
}
