import OppLint
import OppSemantics
import OppSyntax
import OppTestLimits
import Testing

/// Fixes that are safe or not by what is around them
@Suite(.limited) struct FixSafetyTests {
  @Test(arguments: [
    // Without `known(…)` the condition is unknown in a gap, and not false: an event comes to the same.
    ("known-beside-use", #"opp "A" on 7:00 when known(temp) and temp > 30C"#, true),
    ("known-beside-use", #"opp "A" on 7:00 or sunset when temp > 30C and known(temp)"#, true),
    ("known-beside-use", #"opp "A" on 7:00 when not (known(temp) and temp > 30C)"#, false),
    (
      "known-beside-use", #"opp "A" on 7:00 when (known(temp) and temp > 30C) or free > 1h"#, false
    ),
    ("known-beside-use", #"opp "A" when known(temp) and temp > 30C at most once per day"#, false),
    // A condition that is false ends a series, and a firing; one that is unknown ends neither.
    (
      "known-beside-use",
      #"opp "A" on 7:00 when known(temp) and temp > 30C again every 20min for 2h"#, false
    ),
    (
      "known-beside-use",
      #"""
      opp "A" on 7:00 when known(temp) and temp > 30C
      opp "B" for each f in firings("A") on f.ended notify "{f.at}"
      """#, false
    ),
    ("redundant-part", #"opp "A" when temp > 25C and temp > 20C at most once per day"#, true),
    (
      "redundant-part",
      #"opp "A" when sky == clear and (sky == clear or temp > 20C) at most once per day"#, true
    ),
  ])
  func `a fix is safe only if nothing changes by it`(rule: String, text: String, isSafe: Bool)
    throws
  {
    try #require(!checked(text).hasErrors, "\(checked(text).diagnostics.map(\.headline))")
    let found = lint(text).filter { $0.rule.name == rule }
    try #require(!found.isEmpty, "\(words(lint(text), of: text))")
    for finding in found {
      #expect((finding.diagnostic.fix?.applicability == .safe) == isSafe, "\(text)")
    }
  }
}
