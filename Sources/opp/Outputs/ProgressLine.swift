internal import OppOutputs
internal import OppSystem
internal import Synchronization

/// A line on the terminal of standard error that says how far a command is, from its third second on
///
/// ```
/// opp report: 43 %, 4 s
/// ```
///
/// It is drawn again each second by a thread of its own, and wiped off before anything else is written. In a pipe, and in tests, there
/// is none.
final class ProgressLine: Sendable {
  private struct State {
    /// `true` while the line is on the terminal
    var isShown = false
    var hasEnded = false

    /// From 0 to 1; `nil` if it is not known
    var fraction: Double?
  }

  private let state = Mutex(State())

  /// The name of the command
  private let name: String

  /// The seconds for which nothing is said
  private static let patience = 2

  /// The looks at the state in a second
  private static let looks = 10

  init(_ name: String) {
    self.name = name
  }

  /// Shows a line while a command works, if it is one that takes long, and standard error is a terminal
  static func during(
    _ command: Command, _ invocation: Invocation, in context: CommandContext, _ console: Console,
    _ work: () throws(CommandFailure) -> ExitStatus
  ) throws(CommandFailure) -> ExitStatus {
    // A command that runs until it is stopped has its own messages.
    guard command.takesLong, !invocation.has("--watch"), context.showsProgress else {
      return try work()
    }
    let line = ProgressLine(command.name)
    console.willWrite = { line.wipe() }
    console.didAdvance = { line.reach($0) }
    defer {
      line.end()
      console.willWrite = nil
      console.didAdvance = nil
    }
    // Without a thread there is no line, and nothing else is missing.
    try? SystemThread.start { line.run() }
    return try work()
  }

  /// The text of the line
  func text(after seconds: Int, _ fraction: Double?) -> String {
    let share = fraction.map { "\(Int($0 * 100)) %, " } ?? ""
    return "opp \(name): \(share)\(seconds) s"
  }

  /// Draws the line each second until the work ends
  private func run() {
    var looks = 0
    while true {
      usleep(useconds_t(1_000_000 / Self.looks))
      looks += 1
      let seconds = looks / Self.looks
      let goesOn = state.withLock { state in
        guard !state.hasEnded else { return false }
        if seconds >= Self.patience, looks.isMultiple(of: Self.looks) {
          state.isShown = true
          Self.put("\r\u{1B}[K" + text(after: seconds, state.fraction))
        }
        return true
      }
      guard goesOn else { return }
    }
  }

  /// Notes how much of the work is done, from 0 to 1
  private func reach(_ fraction: Double) {
    state.withLock { $0.fraction = min(max(fraction, 0), 1) }
  }

  /// Takes the line off the terminal
  private func wipe() {
    state.withLock { state in
      if state.isShown { Self.put("\r\u{1B}[K") }
      state.isShown = false
    }
  }

  private func end() {
    wipe()
    state.withLock { $0.hasEnded = true }
  }

  private static func put(_ text: String) {
    // A terminal that is gone needs no line.
    try? StandardStream.error.write(Array(text.utf8))
  }
}
