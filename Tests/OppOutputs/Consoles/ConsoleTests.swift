import OppTestLimits
import Testing

@testable import OppOutputs

@Suite(.limited) struct ConsoleTests {
  /// A sink that keeps what it is given, and fails once it is full
  private final class Paper {
    var written: [(stream: Console.Stream, text: String)] = []
    var isFull = false

    func take(_ bytes: [UInt8], _ stream: Console.Stream) throws(Console.WriteFailure) {
      guard !isFull else { throw Console.WriteFailure(written: 0, reason: "it is full") }
      written.append((stream, String(decoding: bytes, as: UTF8.self)))
    }

    var lines: [String] { written.map { "\($0.stream): \($0.text)" } }
  }

  private func console(_ paper: Paper, colours: Bool = false) -> Console {
    Console(colours: colours, errorColours: false) {
      (bytes, stream) throws(Console.WriteFailure) in try paper.take(bytes, stream)
    }
  }

  @Test func `lines wait, and go out before a message`() {
    let paper = Paper()
    let console = console(paper)
    console.line("one")
    console.line("two")
    #expect(paper.lines == [])
    console.message("three")
    console.line("four")
    console.flush()
    #expect(paper.lines == ["output: one\ntwo\n", "error: three\n", "output: four\n"])
  }

  @Test func `a console without a sink keeps both streams in their order`() {
    let console = Console()
    console.line("one")
    console.message("two")
    console.line("three")
    console.flush()
    #expect(String(decoding: console.transcript, as: UTF8.self) == "one\ntwo\nthree\n")
  }

  @Test func `output that cannot be written is noted once, and nothing more is tried`() {
    let paper = Paper()
    let console = console(paper)
    paper.isFull = true
    console.line("lost")
    console.flush()
    #expect(console.outputFailure == "it is full")
    paper.isFull = false
    console.line("after")
    console.flush()
    #expect(paper.lines == [])
    #expect(console.deliver("a firing") == nil)
    #expect(paper.lines == ["output: a firing\n"])
  }

  @Test func `no control character is printed, emphasis of the console aside`() {
    let paper = Paper()
    let console = console(paper, colours: true)
    console.line("\(console.styled("bold", .strong)) \u{1B}[2J \u{7}")
    console.flush()
    #expect(paper.lines == ["output: \u{1B}[1mbold\u{1B}[0m \u{FFFD}[2J \u{FFFD}\n"])
  }

  @Test func `the graver of two outcomes is the exit status`() {
    #expect(OppOutputs.ExitStatus.success.combined(with: .problems) == .problems)
    #expect(OppOutputs.ExitStatus.outside.combined(with: .problems) == .outside)
  }
}
