import OppTestLimits
import Testing

@testable import opp_benchmark

/// The command line of the benchmark
@Suite(.limited) struct BenchmarkOptionsTests {
  @Test(arguments: [
    ("", "all"),
    ("--quick", "all, quick"),
    ("lint --quick", "lint, quick"),
    ("match", "match"),
    ("match engine --rules 99", "match engine, 99 rules"),
    ("--rules 5 match", "match, 5 rules"),
    ("lint check", "wrong check"),
    ("engine", "wrong engine"),
    ("match engine tool", "wrong tool"),
    ("match --rules 0", "wrong --rules"),
    ("match --rules", "wrong --rules"),
    ("nonsense --help", "wrong nonsense"),
    ("--help nonsense", "help"),
  ])
  func `the arguments state what to measure`(arguments: String, meaning: String) {
    let words = arguments.split(separator: " ").map(String.init)
    #expect(describe(BenchmarkOptions(words)) == meaning)
  }

  private func describe(_ options: BenchmarkOptions) -> String {
    switch options {
    case .help: return "help"
    case .wrong(let argument): return "wrong \(argument)"
    case .measure(let selection):
      let names = [selection.part?.rawValue ?? "all", selection.table?.rawValue]
      let rules = selection.rules.map { "\($0) rules" }
      return [
        names.compactMap { $0 }.joined(separator: " "), rules, selection.isQuick ? "quick" : nil,
      ]
      .compactMap { $0 }.joined(separator: ", ")
    }
  }
}
