import OppTestLimits
import Testing

@testable import OppLanguageServer
@testable import OppSemantics

/// The short manual of hover and completion, held against the checker
@Suite(.limited) struct ManualTests {
  @Test func `every function has one line, and nothing else has`() {
    let words = Manual.functions.map(\.word).sorted()
    // `env` is for the options of `connect` alone, where the checker of expressions does not come.
    let functions = Function.allCases.map(\.rawValue) + ["env"]
    #expect(words == functions.sorted())
  }
}
