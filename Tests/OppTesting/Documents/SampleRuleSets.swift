internal import Foundation
package import OppSyntax

/// A rule set of the repository: an example, or what a section of the manual writes
package struct SampleRuleSet: Sendable, CustomStringConvertible {
  package let name: String
  package let files: [SourceFile]

  package var description: String { name }

  /// The folders below `examples`
  package static let examples: [SampleRuleSet] = {
    let root = Repository.root.appending(path: "examples")
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return folders.sorted().compactMap { folder in
      let url = root.appending(path: folder)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
      let texts = names.filter { $0.hasSuffix(".opp") }.sorted().compactMap { name in
        (try? String(contentsOf: url.appending(path: name), encoding: .utf8)).map { (name, $0) }
      }
      return texts.isEmpty ? nil : SampleRuleSet(name: folder, texts: texts)
    }
  }()

  /// The sections of the manual that have rules, some of them with mistakes
  package static let manual: [SampleRuleSet] = {
    let root = Repository.root.appending(path: "Sources/opp/Opp.docc")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().flatMap { name -> [SampleRuleSet] in
      guard let text = try? String(contentsOf: root.appending(path: name), encoding: .utf8) else {
        return []
      }
      return ExampleDocument(text).programs.enumerated().map { index, program in
        SampleRuleSet(name: "\(name) \(index + 1)", texts: [("rules.opp", program)])
      }
    }
  }()

  private init(name: String, texts: [(path: String, text: String)]) {
    self.name = name
    files = texts.enumerated().map { index, file in
      SourceFile(path: file.path, text: file.text, index: Int32(index))
    }
  }
}

/// A text with a place in it: `sky == ‸sunny`
package struct MarkedText: Sendable {
  package let text: String

  /// The byte offset of the mark
  package let offset: Int32

  package init(_ marked: String) {
    let parts = marked.split(separator: "‸", maxSplits: 1, omittingEmptySubsequences: false)
    offset = Int32(parts[0].utf8.count)
    text = parts.joined()
  }
}
