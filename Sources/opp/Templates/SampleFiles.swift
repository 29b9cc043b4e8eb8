internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The connected files that are still those of `opp init`
///
/// A file is a sample as long as it has the content that its template has, in the zone of the rules.
enum SampleFiles {
  /// The paths of samples that the rules connect, as the rules name them
  static func connected(_ checked: CheckedRules, in context: CommandContext) -> [String] {
    var found: [String] = []
    for connection in checked.analysis.connections where connection.target != "notifications" {
      let file = checked.files.files.first { $0.index == connection.range.file }
      for case .constant(.text(let path), _) in connection.options.map(\.value)
      where path.hasPrefix("data/") && !found.contains(path) {
        if isSample(path, beside: file?.path ?? "", checked, in: context) { found.append(path) }
      }
    }
    return found
  }

  /// `true` if a file below the folder of a rule file is one of a template
  private static func isSample(
    _ path: String, beside ruleFile: String, _ checked: CheckedRules, in context: CommandContext
  ) -> Bool {
    let folder = ruleFile.lastIndex(of: "/").map { String(ruleFile[...$0]) } ?? ""
    let limit = 1 << 20
    guard context.kind(of: folder + path) == .file,
      let bytes = try? context.bytes(of: folder + path, limit: limit), bytes.count <= limit
    else { return false }
    let text = String(decoding: bytes, as: UTF8.self)
    let zone = checked.analysis.graph.settings.zone
    return Template.allCases.contains { template in
      template.files.contains { file in
        file.path == path
          && (file.text == text
            || zone.map { file.text.replacing(template.zone, with: $0) == text } ?? false)
      }
    }
  }
}
