import Foundation
import OppTestLimits
import OppTesting
import Testing

/// `Tests` mirrors `Sources`: what is tested is found where it lies
@Suite(.limited) struct MirrorTests {
  /// Folders of `Tests` that are of no module
  private static let others: Set<String> = [
    // The tool: by programs and pages, and as processes.
    "Conformance", "EndToEnd",
    // The sources as texts, the grammars of editors, reports and the playground in a browser.
    "House", "Grammars", "Reports", "Web",
    // The meaning of conditions, proved.
    "Semantics",
    // Texts and tables that tests read.
    "Goldens", "Tables",
    // Code that several targets share, and a program that the tests of the store kill.
    "OppTesting", "OppTestLimits", "OppTimelines", "StoreWriter",
    // A world of one seed around the tool, with tests of its own, and its disk.
    "OppSimulator", "CSimulatedDisk",
  ]

  /// Modules without a folder: the tool is tested as a whole, the others have no code of their own to test
  private static let untested: Set<String> = ["opp", "CCurl", "CSQLite", "CTemplates", "COpp"]

  /// Folders within a module's tests that need no counterpart: laws of all of it, and tables that tests read
  private static let free: Set<String> = ["Laws", "Tables"]

  @Test func `every module has a folder of tests, and every other folder is known`() throws {
    let modules = try folders(in: "Sources")
    let tested = try folders(in: "Tests")
    #expect(modules.subtracting(Self.untested).subtracting(tested).isEmpty)
    #expect(tested.subtracting(Self.others).subtracting(modules).isEmpty)
    #expect(Self.others.union(Self.untested).isSubset(of: tested.union(modules)))
  }

  @Test func `the folders of a module's tests are folders of the module`() throws {
    for module in try folders(in: "Sources").subtracting(Self.untested).sorted() {
      try compare("Tests/\(module)", "Sources/\(module)")
    }
  }

  private func compare(_ tests: String, _ sources: String) throws {
    let known = try folders(in: sources)
    for folder in try folders(in: tests).subtracting(Self.free).sorted() {
      guard known.contains(folder) else {
        Issue.record("\(tests)/\(folder) has no counterpart in \(sources)")
        continue
      }
      try compare("\(tests)/\(folder)", "\(sources)/\(folder)")
    }
  }

  private func folders(in path: String) throws -> Set<String> {
    let entries = try FileManager.default.contentsOfDirectory(
      at: Repository.root.appending(path: path), includingPropertiesForKeys: [.isDirectoryKey])
    let folders = entries.filter {
      (try? $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true
    }
    return Set(folders.map(\.lastPathComponent).filter { !$0.hasPrefix(".") })
  }
}
