import Foundation
import OppTesting
import OppTestLimits
import Testing

/// The public declarations of the libraries, as lists that a change of one has to change
///
/// The lists are made from the built modules, by the toolchain's own tool.
@Suite(.limited) struct SurfaceTests {
  @Test(arguments: ["OppKit", "OppKitFoundation", "OppRuntime"])
  func `the public declarations are those of the list`(module: String) throws {
    let surface = try PublicSurface(of: module)
    let list = "Tests/\(module)/Tables/public.txt"
    if ProcessInfo.processInfo.environment["OPP_UPDATE_GOLDEN"] == "1" {
      let url = Repository.root.appending(path: list)
      try surface.text.write(to: url, atomically: true, encoding: .utf8)
    }
    let expected = Set(try Repository.text(list).split(separator: "\n").map(String.init))
    let found = Set(surface.lines)
    let rest = "OPP_UPDATE_GOLDEN=1 writes the list anew"
    #expect(found.subtracting(expected).isEmpty, "not in \(list); \(rest)")
    #expect(expected.subtracting(found).isEmpty, "in \(list), and gone; \(rest)")
    #expect(try Repository.text(list) == surface.text)
  }

  @Test(arguments: ["OppKit", "OppKitFoundation", "OppRuntime"])
  func `no public signature has a type of a module that is not public`(module: String) throws {
    let surface = try PublicSurface(of: module)
    #expect(!surface.modules.isEmpty)
    let others = surface.modules.subtracting([module, "OppKit"]).filter { $0.hasPrefix("Opp") }
    #expect(others.isEmpty)
  }
}

/// The public declarations of a module
private struct PublicSurface {
  /// One a line, sorted
  let lines: [String]

  /// The modules of the types in their signatures, the standard library aside
  let modules: Set<String>

  var text: String { lines.joined(separator: "\n") + "\n" }

  struct Failure: Error {
    let message: String
  }

  init(of module: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.extract(module, into: folder)
    var lines: Set<String> = []
    var modules: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let data = try Data(contentsOf: folder.appending(path: file))
      let graph = try JSONDecoder().decode(SymbolGraph.self, from: data)
      let names = Dictionary(
        graph.symbols.map { ($0.identifier.precise, $0.pathComponents.joined(separator: ".")) }
      ) { first, _ in first }
      for symbol in graph.symbols {
        lines.insert(symbol.line)
        modules.formUnion(symbol.declarationFragments.compactMap { $0.module })
      }
      for relation in graph.relationships where relation.kind == "conformsTo" {
        // Of types that are Sendable, the compiler adds the other.
        guard let name = names[relation.source], relation.protocolName != "SendableMetatype" else {
          continue
        }
        lines.insert("\(name): \(relation.protocolName)")
      }
    }
    self.lines = lines.sorted()
    self.modules = modules
  }

  /// Runs `swift symbolgraph-extract` on the module that was built with the tests
  private static func extract(_ module: String, into folder: URL) throws {
    let process = Process()
    let output = Pipe()
    let modules = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "Modules")
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swift", "symbolgraph-extract", "-module-name", module, "-I", modules.path, "-target",
      "\(architecture)-unknown-linux-gnu", "-minimum-access-level", "public",
      "-skip-synthesized-members", "-output-dir", folder.path,
    ]
    process.standardError = output
    process.standardOutput = output
    try process.run()
    let message = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(message: message) }
  }

  private static var architecture: String {
    #if arch(arm64)
      "aarch64"
    #else
      "x86_64"
    #endif
  }
}

/// A symbol graph, as far as the list needs it
private struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Identifier: Decodable {
      let precise: String
    }

    struct Fragment: Decodable {
      let spelling: String
      let preciseIdentifier: String?

      /// The module of a type; nil for what is none, and for the standard library
      var module: String? {
        // A mangled name begins with the length and the name of its module: `s:6OppKit5ValueV`.
        guard let name = preciseIdentifier, name.hasPrefix("s:") else { return nil }
        let digits = name.dropFirst(2).prefix { $0.isNumber }
        guard let length = Int(digits) else { return nil }
        return String(name.dropFirst(2 + digits.count).prefix(length))
      }
    }

    let identifier: Identifier
    let pathComponents: [String]
    let declarationFragments: [Fragment]

    /// The path of the type that it is in, and the declaration on one line
    var line: String {
      let declaration = declarationFragments.map(\.spelling).joined()
        .split { $0.isWhitespace }.joined(separator: " ")
      let path = pathComponents.dropLast().joined(separator: ".")
      return path.isEmpty ? declaration : "\(path): \(declaration)"
    }
  }

  struct Relationship: Decodable {
    let kind: String
    let source: String
    let target: String
    let targetFallback: String?

    /// The name of the protocol that is conformed to
    var protocolName: String {
      (targetFallback ?? target).replacing(/^(Swift|_Concurrency)\./, with: "")
    }
  }

  let symbols: [Symbol]
  let relationships: [Relationship]
}
