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
    ("OppEngine", ["OppModel"]),
    ("OppSession", ["OppEngine", "OppModel"]),
    ("OppReplay", ["OppEngine", "OppModel"]),
    ("OppJSON", ["OppModel"]),
    ("OppAnalysis", ["OppEngine", "OppModel"]),
    ("OppRecordings", ["OppEngine", "OppJSON", "OppModel", "Synchronization"]),
    (
      "OppProviders",
      [
        "OppRecordings", "OppReplay", "OppSession", "OppEngine", "OppJSON", "OppModel",
        "OppSystem", "CCurl", "Synchronization",
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
        "OppLint", "OppAnalysis", "OppRecordings", "OppReplay", "OppSession", "OppSemantics",
        "OppSyntax", "OppEngine", "OppJSON", "OppModel",
      ]
    ),
    (
      "OppKit",
      [
        "OppOutputs", "OppRecordings", "OppReplay", "OppSession", "OppFormat", "OppSemantics",
        "OppSyntax", "OppEngine", "OppModel",
      ]
    ),
    ("OppWorker", ["OppKit", "OppJSON", "OppModel"]),
    ("OppKitFoundation", ["OppKit"]),
    ("OppRuntime", ["OppKit", "OppSession"]),
    ("COpp", []),
    ("LibOpp", ["OppWorker", "OppKit", "OppRecordings", "OppSystem", "COpp"]),
    (
      "OppWeb",
      [
        "OppLanguageServer", "OppOutputs", "OppLint", "OppRecordings", "OppReplay", "OppFormat",
        "OppSemantics", "OppSyntax", "OppEngine", "OppJSON", "OppModel",
      ]
    ),
    (
      "OppSite",
      ["OppOutputs", "OppProviders", "OppSemantics", "OppSyntax"]
    ),
    ("CCurl", []),
    ("CSQLite", []),
    ("CTemplates", []),
    ("OppStore", ["OppSession", "OppEngine", "OppModel", "OppSystem", "CSQLite"]),
    (
      "opp",
      [
        "OppModel", "OppSyntax", "OppFormat", "OppSemantics", "OppEngine", "OppSession",
        "OppReplay", "OppRecordings", "OppProviders", "OppStore", "OppLint", "OppAnalysis",
        "OppJSON", "OppLanguageServer", "OppOutputs", "OppKit", "OppWorker", "OppSystem",
        "CTemplates",
        "Dispatch", "Synchronization",
        // By its main file alone.
        "opp",
      ]
    ),
  ]

  @Test(arguments: allowed)
  func `a module imports only what the table allows`(module: String, imports: Set<String>) throws {
    for (file, name) in try Self.imports(below: "Sources/\(module)") {
      guard !Self.foundation.contains(name) else { continue }
      #expect(imports.contains(name), "\(file) imports \(name)")
    }
  }

  /// The modules of Foundation, whose imports have a test of their own
  private static let foundation: Set<String> = [
    "Foundation", "FoundationEssentials", "FoundationNetworking", "FoundationXML",
    "FoundationInternationalization",
  ]

  /// The folders that may use Foundation
  private static let usersOfFoundation = [
    // It bridges to it.
    "Sources/OppKitFoundation/",
    // They are not released.
    "Sources/OppBenchmark/", "Sources/OppSite/",
  ]

  @Test func `nothing that is released imports Foundation, but for the bridge to it`() throws {
    var users: Set<String> = []
    for (file, name) in try Self.imports(below: "Sources") where Self.foundation.contains(name) {
      let folder = Self.usersOfFoundation.first { file.hasPrefix($0) }
      #expect(folder != nil, "\(file) imports \(name)")
      if let folder { users.insert(folder) }
    }
    // A folder that does without it is no exception any more.
    #expect(users == Set(Self.usersOfFoundation))
  }

  /// The imports of the files below a folder, with the path of each file
  private static func imports(below folder: String) throws -> [(file: String, name: String)] {
    try SourceTree.swiftFiles(below: folder).flatMap { file in
      file.lines.filter { $0.contains("import ") }.compactMap { line in
        let words = line.split(separator: " ").map(String.init)
        guard let index = words.firstIndex(of: "import"), index + 1 < words.count,
          words[..<index].allSatisfy(modifiers.contains)
        else { return nil }
        return (file.path, words[index + 1].split(separator: ".").first.map(String.init) ?? "")
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
