import OppTestLimits
import Testing

/// Every suite runs under limits, so that no test holds up the others unnoticed
@Suite(.limited) struct TestLimitTests {
  @Test func `every suite has its limits`() throws {
    var suites = 0
    for file in try SourceTree.swiftFiles(below: "Tests") {
      for (index, line) in file.lines.enumerated() where line.hasPrefix("@Suite") {
        suites += 1
        #expect(line.contains(".limited"), "\(file.path):\(index + 1)")
      }
    }
    #expect(suites > 150)
  }

  @Test func `every test is in a suite`() throws {
    for file in try SourceTree.swiftFiles(below: "Tests") {
      let hasTests = file.lines.contains { $0.hasPrefix("  @Test") }
      let isFree = file.lines.contains { $0.hasPrefix("@Test") }
      #expect(!isFree, "\(file.path)")
      // A suite may have its tests in several files.
      let hasSuite = file.lines.contains { $0.hasPrefix("@Suite") || $0.hasPrefix("extension ") }
      #expect(!hasTests || hasSuite, "\(file.path)")
    }
  }
}
