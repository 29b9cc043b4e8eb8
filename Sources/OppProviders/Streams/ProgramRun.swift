internal import OppSystem

/// One run of a program that prints lines
final class ProgramRun {
  private let process: StartedProcess
  private let output: OutputPipe
  private let error: OutputPipe

  /// Ends the program if this process is killed; `nil` if there is no shell for it
  private let guardian: OrphanGuard?
  private let begun = ContinuousClock.now
  private var splitter = LineSplitter()

  /// The end of the error output
  private var said: [UInt8] = []

  /// The pipes that have not ended
  private var open: [OutputPipe]

  /// `true` if a line had a reading
  var hasRead = false

  /// The number of bytes kept of the error output
  private static let keptError = 8 << 10

  /// Starts the program
  init(_ program: Program) throws(StartFailure) {
    guard let output = OutputPipe(), let error = OutputPipe() else { throw .tooManyFiles }
    process = try StartedProcess(program, output: output.writing, error: error.writing)
    output.closeWriting()
    error.closeWriting()
    (self.output, self.error, open) = (output, error, [output, error])
    guardian = OrphanGuard(of: process)
  }

  /// The time since its start
  var age: Duration { ContinuousClock.now - begun }

  var hasEnded: Bool { process.ended.isRaised }

  /// The descriptors to wait for
  ///
  /// - Parameter reads: whether its output is to be read now.
  func descriptors(reads: Bool) -> [Int32] {
    [process.ended.reading] + open.filter { reads || $0 === error }.map { $0.reading }
  }

  /// Reads the output that is there, and hands over its lines
  ///
  /// - Parameter ready: the descriptors that can be read.
  func read(_ ready: Set<Int32>, _ deliver: (LineSplitter.Line) -> Void) {
    for pipe in open where ready.contains(pipe.reading) {
      guard let bytes = pipe.read() else {
        open.removeAll { $0 === pipe }
        continue
      }
      take(bytes, of: pipe, deliver)
    }
  }

  /// Takes bytes of a pipe
  private func take(
    _ bytes: [UInt8], of pipe: OutputPipe, _ deliver: (LineSplitter.Line) -> Void
  ) {
    if pipe === error {
      said = (said + bytes).suffix(Self.keptError)
    } else {
      splitter.take(bytes, deliver)
    }
  }

  /// Reads the rest of a run that has ended by itself, and ends the processes that are left in its group
  ///
  /// - Returns: its end, and the end of its error output.
  func finish(_ deliver: (LineSplitter.Line) -> Void) -> (end: ProcessEnd, error: [UInt8]) {
    ProcessTree.kill(process.id)
    for pipe in open { take(pipe.rest(), of: pipe, deliver) }
    let end = reap()
    // A half line that a program left when it failed says nothing; its failure does.
    if case .exited(0) = end, let line = splitter.rest() { deliver(line) }
    return (end, said)
  }

  /// Asks the program to end, and ends it with all that it has started when the time is over
  func stop(within grace: Duration) {
    process.terminate()
    process.ended.wait(atMost: grace)
    ProcessTree.kill(process.id)
    process.ended.wait()
    _ = reap()
  }

  private func reap() -> ProcessEnd {
    guardian?.end()
    return process.reap()
  }
}
