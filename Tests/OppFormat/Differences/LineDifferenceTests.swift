import OppFormat
import OppTesting
import OppTestLimits
import Testing

@Suite("Line differences", .limited)
struct LineDifferenceTests {
  @Test func `equal texts have no difference`() {
    #expect(LineDifference(from: "a\nb\n", to: "a\nb\n").unified(from: "a", to: "b") == "")
    #expect(LineDifference(from: "", to: "").changes.isEmpty)
  }

  @Test func `a changed line is shown with three lines around it`() {
    let old = (1...9).map { "line \($0)\n" }.joined()
    let new = old.replacing("line 5", with: "LINE 5")
    #expect(
      LineDifference(from: old, to: new).unified(from: "a/x.opp", to: "b/x.opp") == """
        --- a/x.opp
        +++ b/x.opp
        @@ -2,7 +2,7 @@
         line 2
         line 3
         line 4
        -line 5
        +LINE 5
         line 6
         line 7
         line 8

        """)
  }

  @Test func `changes far apart are in hunks of their own`() {
    let old = (1...20).map { "\($0)\n" }.joined()
    let new = "0\n" + old.replacing("20\n", with: "")
    #expect(
      LineDifference(from: old, to: new).unified(from: "a", to: "b") == """
        --- a
        +++ b
        @@ -1,3 +1,4 @@
        +0
         1
         2
         3
        @@ -17,4 +18,3 @@
         17
         18
         19
        -20

        """)
  }

  @Test func `a missing line end is reported`() {
    #expect(
      LineDifference(from: "a", to: "a\n").unified(from: "a", to: "b") == """
        --- a
        +++ b
        @@ -1 +1 @@
        -a
        \\ No newline at end of file
        +a

        """)
  }

  @Test func `a text out of nothing begins at line zero`() {
    #expect(
      LineDifference(from: "", to: "a\nb\n").unified(from: "a", to: "b") == """
        --- a
        +++ b
        @@ -0,0 +1,2 @@
        +a
        +b

        """)
  }

  @Test func `random texts: the changes lead from old to new and are the fewest`() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<500 {
      let old = lines(&random)
      let new = lines(&random)
      let difference = LineDifference(from: old.joined(), to: new.joined())
      #expect(patched(difference) == new.joined())
      let cost = difference.changes.reduce(0) { $0 + $1.removed.count + $1.inserted.count }
      #expect(cost == old.count + new.count - 2 * commonCount(old, new))
    }
  }

  @Test func `texts that differ everywhere take bounded time and still lead to the new one`() {
    let old = (0..<5_000).map { "old \($0)\n" }.joined()
    let new = (0..<5_000).map { "new \($0)\n" }.joined()
    #expect(patched(LineDifference(from: old, to: new)) == new)
  }

  private func lines(_ random: inout SplitMix64) -> [String] {
    (0..<Int.random(in: 0...12, using: &random)).map { _ in
      ["a\n", "b\n", "c\n"][Int.random(in: 0..<3, using: &random)]
    }
  }

  /// The new text, made of the old one and the changes
  private func patched(_ difference: LineDifference) -> String {
    var bytes: [UInt8] = []
    var common = 0
    for change in difference.changes {
      bytes += difference.oldLines[common..<change.removed.lowerBound].joined()
      bytes += difference.newLines[change.inserted].joined()
      common = change.removed.upperBound
    }
    bytes += difference.oldLines[common...].joined()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// How long the longest common subsequence is, by the textbook
  private func commonCount(_ left: [String], _ right: [String]) -> Int {
    var row = [Int](repeating: 0, count: right.count + 1)
    for line in left {
      var diagonal = 0
      for (index, other) in right.enumerated() {
        let above = row[index + 1]
        row[index + 1] = line == other ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return row[right.count]
  }
}
