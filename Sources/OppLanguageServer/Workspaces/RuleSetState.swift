internal import OppLint
internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// A rule set that is being edited: the files on the disk, the open texts before them, and the last check
package final class RuleSetState {
  /// The folder of the rule set, or the URI of a text that has no file
  package let root: String

  /// The texts of the files on the disk, by path
  private(set) var diskTexts: [String: [UInt8]] = [:]

  /// The last check
  package private(set) var snapshot: RuleSetSnapshot?

  /// `true` where a text has changed since the last check
  package private(set) var isStale = true

  /// The mistake in the `.opplint` that holds, as of the last check
  private(set) var configurationProblem: (path: String, problem: LintConfiguration.Problem)?

  /// The duration of the last check, in milliseconds
  private(set) var lastDuration: Int64 = 0

  /// The number of checks so far
  private(set) var generation = 0

  init(root: String) {
    self.root = root
  }

  func markStale() { isStale = true }

  /// Sets the text of a file on the disk; nil where there is none any more
  func setDisk(_ path: String, _ bytes: [UInt8]?) {
    guard diskTexts[path] != bytes else { return }
    diskTexts[path] = bytes
    isStale = true
  }

  /// The check of the texts as they are now
  func current(_ open: [OpenDocument], _ services: FileServices) -> RuleSetSnapshot {
    if !isStale, let snapshot { return snapshot }
    let start = services.milliseconds()
    let made = check(open, services)
    snapshot = made
    isStale = false
    generation += 1
    lastDuration = services.milliseconds() - start
    return made
  }

  private func check(_ open: [OpenDocument], _ services: FileServices) -> RuleSetSnapshot {
    var texts: [(path: String, uri: String, version: Int?, bytes: [UInt8])] = []
    var openPaths: Set<String> = []
    for document in open {
      let path = FileURI.path(of: document.uri) ?? document.uri
      openPaths.insert(path)
      texts.append((path, document.uri, document.version, document.text.bytes))
    }
    for (path, bytes) in diskTexts where !openPaths.contains(path) {
      texts.append((path, FileURI.uri(of: path), nil, bytes))
    }
    // The order of the command line.
    texts.sort { $0.path.unicodeScalars.lexicographicallyPrecedes($1.path.unicodeScalars) }
    let sources = texts.enumerated().map { index, text in
      SourceFile(
        path: FileURI.relative(text.path, to: root), bytes: text.bytes,
        index: Int32(truncatingIfNeeded: index))
    }
    let analysis = services.analyze(sources)
    let folder = services.lintFolder(root)
    configurationProblem = folder.problem
    var settings = folder.configuration.settings(
      paths: texts.map { FileURI.relative($0.path, to: folder.folder) })
    settings.today = services.today()
    settings.zone = analysis.graph.settings.zone.flatMap(services.zone)
    return RuleSetSnapshot(
      files: texts.map { RuleSetSnapshot.File(uri: $0.uri, version: $0.version) },
      analysis: analysis, settings: settings, baseline: folder.baseline)
  }
}
