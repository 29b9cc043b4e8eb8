import OppTestLimits
import Testing

/// A `switch` over an enum names every case, so that the compiler says what a new case has to complete
@Suite(.limited) struct EnumerationTests {
  /// The switches over enums of the core that still have a `default`: a number may only become smaller
  static let remaining: [(module: String, count: Int)] = [
    ("OppModel", 0),
    ("OppSyntax", 45),
    ("OppFormat", 10),
    ("OppSemantics", 15),
    ("OppEngine", 0),
    ("OppSession", 0),
    ("OppReplay", 0),
    ("OppJSON", 0),
    ("OppRecordings", 10),
    ("OppAnalysis", 1),
    ("OppLint", 0),
    ("OppLanguageServer", 8),
  ]

  @Test(arguments: remaining)
  func `no switch over an enum of the core gets a default`(module: String, count: Int) throws {
    var places: [String] = []
    for file in try SourceTree.swiftFiles(below: "Sources/\(module)") {
      for (index, line) in file.lines.enumerated() where isDefault(index, in: file.lines) {
        places.append("\(file.path):\(index + 1): \(line.drop { $0 == " " })")
      }
    }
    #expect(places.count <= count, "\(places.joined(separator: "\n"))")
  }

  /// Whether a line is the `default` of a switch some case of which is one of an enum
  private func isDefault(_ index: Int, in lines: [String]) -> Bool {
    let indentation = lines[index].prefix { $0 == " " }
    guard lines[index].hasPrefix(indentation + "default:") else { return false }
    for line in lines[..<index].reversed() where line.hasPrefix(indentation) {
      let text = line.dropFirst(indentation.count)
      if text.hasPrefix("case .") || text.hasPrefix("case let .") { return true }
      if text.hasPrefix("switch ") || text.hasPrefix("return switch ") || text.contains("= switch ")
      {
        return false
      }
    }
    return false
  }
}
