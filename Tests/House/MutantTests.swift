import Foundation
import OppTestLimits
import OppTesting
import Testing

/// The mistakes that `.ci/mutants` puts into the sources are still to be put into them
@Suite(.limited) struct MutantTests {
  struct Mutant {
    let name: String

    /// The end of its path below `Sources`, so that a file may move
    let file: String

    /// The wrong thing that a user would see
    let words: String

    /// The text that is there, without the marks of its expression
    let old: String

    /// The text that takes its place
    let new: String

    /// The text between `«` and `»`; all of it if it has no marks
    let replaced: String

    init(_ lines: [Substring]) throws {
      try #require(lines.count >= 5 && lines[0].hasPrefix("## "), "\(lines)")
      name = String(lines[0].dropFirst(3))
      file = String(lines[1])
      words = String(lines[2])
      let marked = lines.filter { $0.hasPrefix("- ") }.map { $0.dropFirst(2) }
        .joined(separator: " ")
      let parts = marked.split(omittingEmptySubsequences: false) { "«»".contains($0) }
      try #require(parts.count == 1 || parts.count == 3, "\(name) has one expression, or none")
      old = parts.joined()
      replaced = String(parts.count == 3 ? parts[1] : parts[0])
      new = lines.filter { $0.hasPrefix("+") }.map { $0.dropFirst().trimmingPrefix(" ") }
        .joined(separator: "\n")
    }
  }

  private static let folder = "Tests/House/Mutants"

  private static let mutants = Result { () throws -> [Mutant] in
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appending(path: folder).path)
    return try names.sorted().flatMap { name in
      try Repository.text("\(folder)/\(name)").split(separator: "\n\n").dropFirst().map {
        try Mutant($0.split(separator: "\n"))
      }
    }
  }

  /// The files of a mutant, one if all is well
  private static func files(of mutant: Mutant) throws -> [SourceTree.File] {
    try SourceTree.swiftFiles(below: "Sources").filter { $0.path.hasSuffix("/\(mutant.file)") }
  }

  @Test func `each text is once in its file`() throws {
    for mutant in try Self.mutants.get() {
      let files = try Self.files(of: mutant)
      #expect(files.count == 1, "\(mutant.file) of \(mutant.name)")
      let text = Self.plain(files.flatMap(\.lines).joined(separator: "\n"))
      let count = text.ranges(of: Self.plain(mutant.old)).count
      #expect(count == 1, "the text of \(mutant.name) is \(count) times in \(mutant.file)")
      #expect(mutant.new != mutant.replaced, "\(mutant.name)")
    }
  }

  @Test func `each has a name of its own, and says what a user would see`() throws {
    let mutants = try Self.mutants.get()
    #expect(Set(mutants.map(\.name)).count == mutants.count)
    for mutant in mutants {
      #expect(mutant.words.hasSuffix("."), "\(mutant.name)")
      #expect(
        mutant.name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(mutant.name)")
    }
  }

  @Test func `there are many, and some in every module`() throws {
    let mutants = try Self.mutants.get()
    #expect(mutants.count >= 50)
    let modules = try SourceTree.swiftFiles(below: "Sources").map { Self.module(of: $0.path) }
    let found = Set(try mutants.flatMap { try Self.files(of: $0) }.map { Self.module(of: $0.path) })
    // The benchmark measures, and people look at what it prints.
    #expect(Set(modules).subtracting(["OppBenchmark"]) == found)
  }

  private static func module(of path: String) -> Substring {
    path.split(separator: "/").dropFirst().first ?? ""
  }

  /// A text whose lines may be broken elsewhere
  private static func plain(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
