import Foundation
import OppTestLimits
import Testing

/// `opp worker` as a process, over real pipes
@Suite(.limited, .waiting) struct WorkerProcessTests {
  private static let rules =
    #"{"op":"rules","rules":"r","zone":"UTC","files":[{"path":"a.opp","text":"opp \"Noon\" on 12:00"}]}"#

  /// A worker with its pipes
  private static func start(_ arguments: [String] = []) throws -> (
    process: Process, input: FileHandle, output: FileHandle
  ) {
    let process = Process()
    // It lies beside the bundle of the tests.
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "opp")
    process.arguments = ["worker"] + arguments
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    return (process, input.fileHandleForWriting, output.fileHandleForReading)
  }

  @Test func `a caller may send far more than a pipe holds before it reads anything`() throws {
    let (process, input, output) = try Self.start()
    let count = 4000
    // A member that the worker does not know makes messages long and costs no steps.
    let note = String(repeating: "x", count: 200)
    var messages = Self.rules + "\n"
    for number in 0..<count {
      messages +=
        #"{"op":"step","n":\#(number),"key":"p\#(number % 7)","rules":"r","at":1780315200,"state":{},"note":"\#(note)"}"#
        + "\n"
    }
    #expect(messages.utf8.count > 1 << 20)
    try input.write(contentsOf: Data(messages.utf8))
    try input.close()
    let replies = try #require(String(data: try output.readToEnd() ?? Data(), encoding: .utf8))
      .split(separator: "\n")
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(replies.count == count + 1)
    for (number, reply) in replies.dropFirst().enumerated() {
      #expect(
        reply.hasPrefix(#"{"op":"step","n":\#(number),"key":"p\#(number % 7)","at":1780315200,"#))
    }
  }

  @Test func `a reply comes before the next message`() throws {
    let (process, input, output) = try Self.start()
    for message in [Self.rules, #"{"op":"hello"}"#, "rubbish"] {
      try input.write(contentsOf: Data((message + "\n").utf8))
      var reply = Data()
      while reply.last != UInt8(ascii: "\n") { reply += output.availableData }
      #expect(reply.first == UInt8(ascii: "{"))
    }
    // The last line has no end.
    try input.write(contentsOf: Data(#"{"op":"drop","rules":"r"}"#.utf8))
    try input.close()
    #expect(try output.readToEnd() == Data("{\"op\":\"drop\",\"dropped\":true}\n".utf8))
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func `frames that break off are an error`() throws {
    let (process, input, output) = try Self.start(["--frames"])
    try input.write(contentsOf: Data([0, 0, 0, 14]) + Data(#"{"op":"hello"}"#.utf8))
    let head = try #require(try output.read(upToCount: 4))
    let length = head.reduce(0) { $0 << 8 | Int($1) }
    let reply = try #require(try output.read(upToCount: length))
    #expect(reply.starts(with: Data(#"{"op":"hello","protocol":1,"#.utf8)))
    try input.write(contentsOf: Data([0, 0, 1, 0, 65]))
    try input.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
  }

  @Test func `a caller that is gone ends the worker`() throws {
    let (process, input, output) = try Self.start()
    try output.close()
    // As much as the pipe holds: a write after the end of the worker would end the tests.
    let messages = String(repeating: Self.rules + "\n", count: 100)
    try input.write(contentsOf: Data(messages.utf8))
    process.waitUntilExit()
    #expect(process.terminationStatus == 3)
  }
}
