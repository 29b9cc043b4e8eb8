internal import OppLint
package import OppSyntax

/// A report in the XML that dashboards of tests read
///
/// A test suite for each file, and in it a test case for each rule that found something; a file without problems has
/// one case, which passed.
///
/// ```xml
/// <testsuites name="opp lint" tests="2" failures="2">
///   <testsuite name="t/a.opp" tests="2" failures="2" errors="0" time="0">
///     <testcase name="never-true" classname="t/a.opp" time="0">
///       <failure type="warning" message="this condition is never true, so …"><![CDATA[…]]></failure>
///     </testcase>
/// ```
package struct JUnitOutput {
  /// The files of the rule set, less the prelude
  package let files: [SourceFile]

  /// The renderer of the frames, without colours
  package let renderer: DiagnosticRenderer

  package init(files: [SourceFile], renderer: DiagnosticRenderer) {
    self.files = files
    self.renderer = renderer
  }

  /// The whole document, of findings in any files; those of other files than ``files`` are left out
  package func report(_ diagnostics: [Diagnostic]) -> String {
    let byFile = Dictionary(grouping: diagnostics) { $0.range.file }
    var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#]
    let count = files.map { max(1, codes(byFile[$0.index] ?? []).count) }.reduce(0, +)
    let failures = files.map { codes(byFile[$0.index] ?? []).count }.reduce(0, +)
    lines.append(#"<testsuites name="opp lint" tests="\#(count)" failures="\#(failures)">"#)
    for file in files { lines += suite(file, byFile[file.index] ?? []) }
    lines.append("</testsuites>")
    return lines.joined(separator: "\n")
  }

  /// The codes of diagnostics, each once, in the order of the text
  private func codes(_ diagnostics: [Diagnostic]) -> [String] {
    var seen: Set<String> = []
    return diagnostics.map { $0.code }.filter { seen.insert($0).inserted }
  }

  /// The lines of a file's suite
  private func suite(_ file: SourceFile, _ diagnostics: [Diagnostic]) -> [String] {
    let codes = codes(diagnostics)
    let path = Self.attribute(file.path)
    let count = max(1, codes.count)
    var lines = [
      #"  <testsuite name="\#(path)" tests="\#(count)" failures="\#(codes.count)" errors="0" time="0">"#
    ]
    if codes.isEmpty {
      lines.append(#"    <testcase name="no problems" classname="\#(path)" time="0"/>"#)
    }
    for code in codes {
      lines.append(#"    <testcase name="\#(Self.attribute(code))" classname="\#(path)" time="0">"#)
      let own = diagnostics.filter { $0.code == code }
      lines += failure(own)
      lines.append("    </testcase>")
    }
    return lines + ["  </testsuite>"]
  }

  /// The one failure of a case: the headline of the first finding, and the frames of all
  private func failure(_ diagnostics: [Diagnostic]) -> [String] {
    guard let first = diagnostics.first else { return [] }
    // `]]>` ends a CDATA section, so it is put into two of them.
    let frames = diagnostics.map(renderer.render).joined(separator: "\n")
    let frame = Markup.holdable(frames).replacingAll("]]>", with: "]]]]><![CDATA[>")
    let rest = diagnostics.count > 1 ? " (and \(diagnostics.count - 1) more)" : ""
    let message = Self.attribute(first.headline + rest)
    return [
      #"      <failure type="\#(first.severity.name)" message="\#(message)"><![CDATA["#
        + frame + "]]></failure>"
    ]
  }

  /// A text as the value of an attribute
  private static func attribute(_ text: String) -> String {
    Markup.escaped(text.printable)
  }
}
