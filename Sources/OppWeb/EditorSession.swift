internal import OppLanguageServer
internal import OppLint
internal import OppModel
internal import OppOutputs
internal import OppSemantics

/// The language server of `opp lsp` without files: the open documents are all there is
///
/// A module has no clock. The server's stopwatch counts the calls to it instead: work that the server limits to some
/// milliseconds, it then limits to as many steps.
package final class EditorSession {
  private let server: LanguageServer

  /// - Parameter today: the date, for rules of the linter about past dates.
  init(zones: ZoneTable, today: @escaping () -> CivilDate) {
    var looks: Int64 = 0
    let services = FileServices(
      kind: { _ in .missing }, ruleFiles: { _ in [] }, read: { _ in nil },
      analyze: { files in
        RuleSet.analyze(files: files, findZone: zones.problem, recordsSymbols: true)
      },
      lintFolder: { LintFolder(folder: $0) }, zone: zones.zone, today: today, page: Self.page,
      milliseconds: {
        looks += 1
        return looks
      })
    server = LanguageServer(services, version: Version.number)
  }

  /// The address of the page about a message or a rule of the linter, from a folder beside those of the pages
  private static func page(of code: String) -> String? {
    if LintCatalogue.rule(named: code) != nil { return "../lint/\(code)/" }
    return DiagnosticPage.page(of: code) == nil ? nil : "../diagnostics/\(code)/"
  }

  /// Handles a message of the protocol, and all that is due after it: diagnostics are pushed at once
  ///
  /// - Returns: the messages for the client, as an array of JSON.
  package func respond(to message: [UInt8]) -> String {
    server.receive(message: message)
    server.settle()
    return "[\(server.takeMessages().joined(separator: ","))]"
  }
}
