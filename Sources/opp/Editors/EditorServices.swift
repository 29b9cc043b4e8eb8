internal import Dispatch
internal import OppLanguageServer
internal import OppLint
internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppSemantics
internal import OppSyntax
internal import OppSystem

/// The files and clocks of the machine, for the language server
///
/// The language server itself does no I/O: these closures are all that it knows of the machine.
struct EditorServices {
  /// The folder, the variables and the present of the process
  private let context: CommandContext

  init(in context: CommandContext) {
    self.context = context
  }

  var files: FileServices {
    let context = context
    let pages = PageFolder(in: context)
    return FileServices(
      kind: { RuleSetRoot.Kind(context.kind(of: $0)) },
      ruleFiles: { context.ruleFiles(below: $0) },
      read: { try? context.bytes(of: $0, limit: SourceFile.sizeLimit) },
      analyze: { CheckedRules.analyze($0, recordsSymbols: true) },
      lintFolder: { Self.lintFolder($0, in: context) },
      zone: { try? ZoneDatabase().zone(named: $0) },
      today: { LocalDateTime(secondsSinceEpoch: context.present.seconds).date },
      page: { pages.uri(of: $0) },
      milliseconds: { Int64(DispatchTime.now().uptimeNanoseconds / 1_000_000) },
      background: EditorThreads.services)
  }

  /// The settings of `opp lint` for a folder; a file that is wrong counts as not there, and is named
  private static func lintFolder(
    _ folder: String, in context: CommandContext
  ) -> LintFolder {
    let start = FilePath(folder).standardized
    var found = LintFolder(folder: folder)
    if let (path, place) = LintConfigurationFile.path(above: start, in: context),
      let bytes = try? context.bytes(of: path, limit: LintConfigurationFile.sizeLimit)
    {
      found.folder = FileURI.standardized(place.text)
      do throws(LintConfiguration.Problem) {
        found.configuration = try LintConfiguration(String(decoding: bytes, as: UTF8.self))
      } catch {
        found.problem = (path, error)
      }
    }
    let baseline = FilePath(found.folder).appending(BaselineFile.fileName).text
    if context.kind(of: baseline) == .file {
      found.baseline = try? BaselineFile.read(baseline, in: context)
    }
    return found
  }
}

extension RuleSetRoot.Kind {
  init(_ kind: CommandContext.PathKind) {
    switch kind {
    case .file: self = .file
    case .folder: self = .folder
    case .missing: self = .missing
    }
  }
}

/// The pages of messages and rules as files that an editor can open, written when they are first named
final class PageFolder {
  /// `~/.cache/opp/pages-0.1.0`, say: a new version writes new pages
  private let folder: FilePath

  /// The URIs that have been given out; nil for codes without a page
  private var known: [String: String?] = [:]

  init(in context: CommandContext) {
    let cache =
      context.variable("XDG_CACHE_HOME").map { FilePath($0) }.flatMap { $0.isAbsolute ? $0 : nil }
      ?? FilePath(context.variable("HOME") ?? "/tmp").standardized.appending(".cache")
    folder = cache.appending("opp/pages-\(Version.number)")
  }

  /// The URI of the page of a code, such as `missing-unit`, or of the prelude; nil for a code without a page
  func uri(of code: String) -> String? {
    if let known = known[code] { return known }
    let uri = write(code)
    known[code] = .some(uri)
    return uri
  }

  /// Writes the page of a code, and returns its URI
  private func write(_ code: String) -> String? {
    guard let text = Self.text(of: code) else { return nil }
    // A text file: as rules, the prelude would hide its own names.
    return uri(of: code == "prelude" ? "prelude.txt" : "\(code).md", holding: text)
  }

  /// The URI of a file of the folder, which holds a text from now on; nil if it cannot be written
  func uri(of name: String, holding text: String) -> String? {
    let file = folder.appending(name).text
    let bytes = Array(text.utf8)
    do throws(SystemFailure) {
      try Folder.make(folder.text)
      if (try? OpenFile.bytes(of: file, upTo: bytes.count + 1)) != bytes {
        try AtomicFile.write(bytes, to: file)
      }
    } catch {
      return nil
    }
    return FileURI.uri(of: file)
  }

  /// The text of a page, in Markdown: of the prelude, a rule of the linter, or a message
  private static func text(of code: String) -> String? {
    if code == "prelude" { return Prelude.text }
    if let rule = LintCatalogue.rule(named: code) {
      return "# \(code)\n\n\(RulePage(rule).markdown)\n"
    }
    guard let page = DiagnosticPage.page(of: code) else { return nil }
    let example = page.example.isEmpty ? "" : "\n```opp\n\(page.example)\n```\n"
    return "# \(code)\n\n\(page.meaning)\n\(example)"
  }
}
