import Foundation
import OppTestLimits
import Testing

@testable import opp_site

/// The command line of the generator
@Suite(.limited) struct SiteOptionsTests {
  @Test(arguments: [
    ("--output site --tool opp --sources .", "site opp"),
    ("--output site --help", "help"),
    ("--output", "`--output` is no option, or lacks its value"),
    ("--tool opp", "`--output FOLDER` is missing"),
    ("site", "`site` is no option, or lacks its value"),
  ])
  func `arguments are understood`(line: String, meaning: String) {
    #expect(described(line) == meaning)
  }

  private func described(_ line: String) -> String {
    do {
      switch try SiteOptions(line.split(separator: " ").map(String.init)) {
      case .help: return "help"
      case .build(let settings):
        return "\(settings.output.lastPathComponent) \(settings.tool.lastPathComponent)"
      }
    } catch {
      return error.description
    }
  }
}
