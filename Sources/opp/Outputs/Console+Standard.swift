internal import Foundation
internal import OppOutputs

extension Console {
  /// The console of the process, with colour only on a terminal
  convenience init(environment: [String: String]) {
    // NO_COLOR (no-color.org) counts where it is set to anything but the empty text.
    let allowed = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    self.init(
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
