import OppTesting
import OppTestLimits
import Testing

@testable import opp

/// The tables of commands in the README and the manual
@Suite(.limited) struct CommandTableTests {
  @Test(arguments: ["README.md", "Sources/opp/Opp.docc/Commands.md"])
  func `the table of commands has every command`(page: String) throws {
    var listed: Set<String> = []
    for row in try Repository.text(page).split(separator: "\n") where row.hasPrefix("| `opp ") {
      // "| `opp list`, `history` | …" lists two commands, and "| `opp why NAME --at INSTANT` | …" one.
      let names = row.split(separator: " | ").first ?? ""
      for (index, code) in names.split(separator: "`").enumerated() where index % 2 == 1 {
        let words = code.split(separator: " ")
        if let name = words.first(where: { $0 != "opp" }) { listed.insert(String(name)) }
      }
    }
    let missing = CommandLineTool.commands.map(\.name).filter { !listed.contains($0) }
    #expect(missing == [])
  }
}
