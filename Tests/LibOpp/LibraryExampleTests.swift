import Foundation
import OppTestLimits
import OppTesting
import Testing

/// The programs of `examples/c`: each prints what their page shows
@Suite(.limited, .waiting) struct LibraryExampleTests {
  private static let isLong = ProcessInfo.processInfo.environment["OPP_LONG_TESTS"] == "1"

  /// The folder of the tests' bundle, with the library in it
  private static let built = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()

  #if canImport(Darwin)
    private static let library = built.appending(path: "libopp-c.dylib")
  #else
    private static let library = built.appending(path: "libopp-c.so")
  #endif

  private static let python = program("python3")
  private static let compiler = program("cc")

  /// The path of a program; nil where there is none
  private static func program(_ name: String) -> URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return path.split(separator: ":").map { URL(filePath: "\($0)/\(name)") }.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
    }
  }

  /// The lines that a program prints, errors among them
  private func lines(_ program: URL, _ arguments: [String]) throws -> [String] {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["LIBOPP": Self.library.path, "PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The lines below a command of the page
  private func shown(below command: String) throws -> [String] {
    let page = try Repository.text("examples/c/README.md").components(separatedBy: "\n")
    let begin = try #require(page.firstIndex { $0.hasPrefix("$ ") && $0.hasSuffix(command) })
    return Array(page[(begin + 1)...].prefix { !$0.hasPrefix("```") && !$0.hasPrefix("$ ") })
  }

  private func example(_ name: String) -> String {
    Repository.root.appending(path: "examples/c/\(name)").path
  }

  @Test(.enabled(if: python != nil, "there is no python3"))
  func `the Python example prints what its page shows`() throws {
    let python = try #require(Self.python)
    #expect(try lines(python, [example("opp.py")]) == shown(below: "python3 opp.py"))
  }

  @Test(.enabled(if: compiler != nil, "there is no cc"))
  func `the C example prints what its page shows`() throws {
    let compiler = try #require(Self.compiler)
    let folder = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appending(path: "main")
    let warnings = try lines(
      compiler,
      [
        "-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", example("main.c"), "-I",
        Repository.root.appending(path: "Sources/COpp").path, Self.library.path,
        "-Wl,-rpath,\(Self.built.path)", "-o", program.path,
      ])
    #expect(warnings.isEmpty)
    #expect(try lines(program, []) == shown(below: "./main"))
  }

  /// One session that is not freed is a hundred kilobytes, one reply of each step a megabyte in the end
  @Test(.enabled(if: python != nil && FileManager.default.fileExists(atPath: "/proc/self/statm")))
  func `sessions that are freed leave nothing behind`() throws {
    let python = try #require(Self.python)
    let count = Self.isLong ? 10_000 : 1_000
    let line = try #require(try lines(python, [example("opp.py"), "--sessions", "\(count)"]).first)
    let words = line.split(separator: " ")
    let growth = try #require(words.count == 5 ? Int(words[2]) : nil, "\(line)")
    #expect(growth < 512, "\(line)")
  }
}
