internal import OppOutputs
internal import OppProviders
internal import OppSystem

extension Console {
  /// The console of the process, with colour only on a terminal
  static func ofProcess() -> Console {
    // NO_COLOR (no-color.org) counts if it is set to anything but the empty text.
    let allowed = (ProcessVariables["NO_COLOR"] ?? "").isEmpty && ProcessVariables["TERM"] != "dumb"
    return Console(
      colours: allowed && isatty(STDOUT_FILENO) == 1,
      errorColours: allowed && isatty(STDERR_FILENO) == 1
    ) { (bytes, stream) throws(WriteFailure) in
      switch stream {
      case .output: try StandardStream.output.write(bytes)
      case .error: try StandardStream.error.write(bytes)
      }
    }
  }
}
