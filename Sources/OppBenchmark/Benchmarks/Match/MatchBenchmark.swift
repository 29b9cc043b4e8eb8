/// The cost of rules: a comparison, an operator, a firing, a rule, a person
///
/// Times are of the processor, not of the clock: the machine may have other work. The yardstick, if there is one, is
/// measured in the same run, in turn with the engine.
struct MatchBenchmark {
  /// A group of figures, named as on the command line
  ///
  /// Those that start processes go first, while this one is small.
  enum Table: String, CaseIterable {
    /// The whole of `opp eval`, beside the walk
    case tool
    /// Parsing and checking many rules, and the memory for it
    case compile
    /// The engine beside a naive walk of trees, every signal changing
    case engine
    /// Steps that change one signal, or every number a little
    case changes
    /// Operators that look back, on a signal that changes every second
    case windows
    /// A firing, from the condition that comes true to the line that is printed
    case firings
    /// The cost of a person to a server
    case person
    /// The cost of a person's messages to a worker
    case worker
  }

  let isQuick: Bool

  /// The one to make; nil for all
  let only: Table?

  /// The number of rules, in place of the usual ones; nil for those
  let rules: Int?

  func run() {
    for table in Table.allCases where only == nil || only == table { run(table) }
  }

  private func run(_ table: Table) {
    let repetitions = isQuick ? 3 : 5
    switch table {
    case .engine: EngineTable(sizes: sizes, repetitions: repetitions, readings: readings).run()
    case .changes: ChangesTable(sizes: sizes, steps: isQuick ? 100 : 400).run()
    case .windows:
      WindowsTable(windows: isQuick ? [60, 600] : [60, 600, 6000], samples: isQuick ? 300 : 2000)
        .run()
    case .firings: FiringsTable(rules: rules ?? 1000, seconds: isQuick ? 20 : 100).run()
    case .tool:
      // The workload has 16,384 readings; for more rules than 10,000 they would take minutes.
      ToolTable(
        sizes: sizes, repetitions: 3,
        readings: { min(16_384, (isQuick ? 2_000_000 : 163_840_000) / max($0, 500)) },
        tool: ToolUnderTest()
      ).run()
    case .compile:
      CompileTable(
        sizes: rules.map { [$0] } ?? (isQuick ? [10_000] : [1000, 10_000, 100_000]),
        repetitions: repetitions, tool: ToolUnderTest()
      ).run()
    case .person: PersonTable(persons: isQuick ? 5 : 50).run()
    case .worker: WorkerTable(persons: isQuick ? 5 : 50).run()
    }
  }

  /// The numbers of rules
  private var sizes: [Int] {
    rules.map { [$0] } ?? (isQuick ? [1000, 10_000] : [1000, 10_000, 100_000])
  }

  /// The number of readings for so many rules: about as much work for every size
  private func readings(rules: Int) -> Int {
    max(8, (isQuick ? 400_000 : 2_000_000) / max(rules, 500))
  }
}
