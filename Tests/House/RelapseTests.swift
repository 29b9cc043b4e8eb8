import OppTestLimits
import OppTesting
import Testing

/// The switches of mended faults are in no build but that with the package trait
@Suite(.limited) struct RelapseTests {
  @Test func `every switch of a relapse is inside its condition`() throws {
    var count = 0
    for file in try SourceTree.swiftFiles(below: "Sources") {
      var depth = 0
      for (index, line) in file.lines.enumerated() {
        let code = line.drop { $0 == " " }
        if depth > 0, code.hasPrefix("#else") {
          Issue.record("\(file.path):\(index + 1) has an other side, which every build has")
        }
        if code.hasPrefix("#if Relapses") || depth > 0 && code.hasPrefix("#if ") { depth += 1 }
        if depth > 0, code.hasPrefix("#endif") { depth -= 1 }
        guard code.contains("Relapse"), !code.hasPrefix("///"), !code.hasPrefix("#if") else {
          continue
        }
        count += 1
        #expect(depth > 0, "\(file.path):\(index + 1)")
      }
    }
    #expect(count > 0)
  }
}
