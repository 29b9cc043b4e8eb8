import Foundation
import OppTesting
import OppTestLimits
import Testing

/// The import table of ARCHITECTURE.md
@Suite(.limited) struct ImportTests {
  /// What each module may import, the standard library aside
  static let allowed: [(module: String, imports: Set<String>)] = [
    ("OppSystem", ["Glibc", "Musl", "Darwin", "Android"]),
    ("OppModel", ["Glibc", "Musl", "Darwin", "Android"]),
    ("OppSyntax", []),
    ("OppFormat", ["OppSyntax"]),
    ("OppSemantics", ["OppSyntax", "OppModel"]),
    ("OppPlanning", ["OppModel"]),
    ("OppEngine", ["OppPlanning", "OppModel"]),
    ("OppJSON", ["OppModel"]),
    ("OppAnalysis", ["OppEngine", "OppModel"]),
    ("OppRecordings", ["OppEngine", "OppJSON", "OppModel", "Synchronization"]),
    (
      "OppProviders",
      [
        "OppRecordings", "OppEngine", "OppJSON", "OppModel", "OppSystem", "CCurl", "Foundation",
        "Synchronization",
        "Glibc",
        "Musl", "Darwin",
      ]
    ),
    ("OppLint", ["OppSyntax", "OppFormat", "OppSemantics", "OppAnalysis", "OppModel"]),
    (
      "OppLanguageServer",
      [
        "OppLint", "OppFormat", "OppSemantics", "OppSyntax", "OppEngine", "OppAnalysis", "OppJSON",
        "OppModel",
      ]
    ),
    (
      "OppOutputs",
      [
        "OppLint", "OppAnalysis", "OppRecordings", "OppSemantics", "OppSyntax", "OppEngine",
        "OppJSON", "OppModel",
      ]
    ),
    (
      "OppKit",
      [
        "OppOutputs", "OppRecordings", "OppFormat", "OppSemantics", "OppSyntax", "OppEngine",
        "OppModel",
      ]
    ),
    ("OppWorker", ["OppKit", "OppJSON", "OppModel"]),
    ("OppKitFoundation", ["OppKit", "Foundation"]),
    ("OppRuntime", ["OppKit"]),
    ("COpp", []),
    ("LibOpp", ["OppWorker", "OppKit", "OppRecordings", "COpp", "Glibc", "Musl", "Darwin"]),
    (
      "OppWeb",
      [
        "OppLanguageServer", "OppOutputs", "OppLint", "OppRecordings", "OppFormat", "OppSemantics",
        "OppSyntax", "OppEngine", "OppJSON", "OppModel",
      ]
    ),
    (
      "OppSite",
      ["OppOutputs", "OppProviders", "OppSemantics", "OppSyntax", "Foundation"]
    ),
    ("CCurl", []),
    ("CSQLite", []),
    ("CTemplates", []),
    ("OppStore", ["OppEngine", "OppModel", "CSQLite", "Glibc", "Musl", "Darwin", "Android"]),
    (
      "opp",
      [
        "OppModel", "OppSyntax", "OppFormat", "OppSemantics", "OppEngine", "OppRecordings",
        "OppProviders", "OppStore", "OppLint", "OppAnalysis", "OppJSON", "OppLanguageServer",
        "OppOutputs", "OppKit", "OppWorker", "OppSystem", "CTemplates",
        "Foundation", "Dispatch", "Synchronization",
      ]
    ),
  ]

  @Test(arguments: allowed)
  func `a module imports only what the table allows`(module: String, imports: Set<String>) throws {
    for file in try SourceTree.swiftFiles(below: "Sources/\(module)") {
      for line in file.lines where line.contains("import ") {
        let words = line.split(separator: " ").map(String.init)
        guard let index = words.firstIndex(of: "import"),
          words[..<index].allSatisfy(Self.modifiers.contains)
        else { continue }
        let name = words[index + 1].split(separator: ".").first.map(String.init) ?? ""
        #expect(imports.contains(name), "\(file.path) imports \(name)")
      }
    }
  }

  /// Words that may stand before `import`
  private static let modifiers: Set<String> = [
    "internal", "package", "private", "public", "@_exported", "@preconcurrency",
  ]

  @Test func `only one file of the core takes functions from the platform`() throws {
    let files = try SourceTree.swiftFiles(below: "Sources/OppModel").filter { file in
      file.lines.contains { $0.contains("import Glibc") }
    }
    #expect(files.map(\.path) == ["Sources/OppModel/Platform/Mathematics.swift"])
  }

  @Test func `every module is in the table`() throws {
    let root = Repository.root.appending(path: "Sources")
    let modules = try FileManager.default.contentsOfDirectory(atPath: root.path)
      .filter { !$0.hasPrefix(".") && $0 != "OppBenchmark" }
    #expect(Set(modules) == Set(Self.allowed.map(\.module)))
  }
}
