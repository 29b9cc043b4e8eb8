internal import OppOutputs

extension Command {
  /// ```console
  /// $ opp repl --at 2026-06-21T12:00
  /// opp> today + 1w
  /// today + 1w is 2026-06-28
  /// opp> :quit
  /// ```
  ///
  /// The lines come from `--enter`, a terminal or a pipe; ``Playground`` carries each out.
  static let playground = Command(
    name: "repl",
    summary: "evaluates expressions and rules as they are typed, over a recording",
    operands: "[FILE|DIR]…",
    operandCount: 0...Int.max,
    options: [
      .data,
      Option(
        "--at", value: "INSTANT", "the instant to begin at; default: the end of the recording"),
      Option(
        "--enter", short: "-e", value: "LINE", repeats: true,
        "runs a line as if it were typed; after the last, the playground ends"),
      .zone,
    ],
    discussion: """
      An expression prints its value at the instant; a declaration joins the rules, in place of one of the
      same name. `:at`, `:why`, `:plan`, `:help` and `:quit` begin with a colon. A line that leaves a bracket
      open goes on in the next. Without FILE or DIR it reads the folder it is in. On a terminal the arrow keys move in the line and its history, and Tab
      completes; what comes from a file or a pipe is run line by line.
      """,
    examples: [
      ("opp repl examples/opportunity", "a session over the rules and the data of a folder"),
      ("opp repl --at 2026-06-21T12:00 -e 'today + 1w'", "a calculation"),
      ("opp repl lunch < session.txt", "the lines of a file"),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    var playground = try Playground(invocation, in: context, console)
    let entered = invocation.values("--enter")
    if !entered.isEmpty {
      for line in entered where playground.run(line) == .ended { break }
      return playground.status
    }
    var input = PlaygroundInput(console)
    while let line = input.next(playground) {
      console.flush()
      if playground.run(line) == .ended { break }
      console.flush()
    }
    return playground.status
  }
}
