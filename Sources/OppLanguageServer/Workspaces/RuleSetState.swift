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

  func markStale() {
    isStale = true
    dropBackground()
  }

  /// Sets the text of a file on the disk; nil where there is none any more
  func setDisk(_ path: String, _ bytes: [UInt8]?) {
    guard diskTexts[path] != bytes else { return }
    diskTexts[path] = bytes
    savedSnapshot = nil
    markStale()
  }

  /// The check of the texts as they are now
  func current(_ open: [OpenDocument], _ services: FileServices) -> RuleSetSnapshot {
    if !isStale, let snapshot { return snapshot }
    let start = services.milliseconds()
    let texts = texts(open)
    let analysis = pendingCheck?.wait() ?? services.analyze(sources(of: texts))
    let made = snapshot(of: analysis, texts, services)
    lastDuration = services.milliseconds() - (checkStart ?? start)
    (pendingCheck, checkStart) = (nil, nil)
    snapshot = made
    isStale = false
    generation += 1
    lintTime = 0
    return made
  }

  private typealias Text = (path: String, uri: String, version: Int?, bytes: [UInt8])

  /// The texts of all files, in the order of the command line
  private func texts(_ open: [OpenDocument]) -> [Text] {
    var texts: [Text] = []
    var openPaths: Set<String> = []
    for document in open {
      let path = FileURI.path(of: document.uri) ?? document.uri
      openPaths.insert(path)
      texts.append((path, document.uri, document.version, document.text.bytes))
    }
    for (path, bytes) in diskTexts where !openPaths.contains(path) {
      texts.append((path, FileURI.uri(of: path), nil, bytes))
    }
    texts.sort { $0.path.unicodeScalars.lexicographicallyPrecedes($1.path.unicodeScalars) }
    return texts
  }

  private func sources(of texts: [Text]) -> [SourceFile] {
    texts.enumerated().map { index, text in
      SourceFile(
        path: FileURI.relative(text.path, to: root), bytes: text.bytes,
        index: Int32(truncatingIfNeeded: index))
    }
  }

  private func snapshot(
    of analysis: Analysis, _ texts: [Text], _ services: FileServices
  ) -> RuleSetSnapshot {
    let folder = services.lintFolder(root)
    configurationProblem = folder.problem
    var settings = folder.configuration.settings(
      paths: texts.map { FileURI.relative($0.path, to: folder.folder) })
    settings.today = services.today()
    settings.zone = analysis.graph.settings.zone.flatMap(services.zone)
    return RuleSetSnapshot(
      files: texts.map { RuleSetSnapshot.File(uri: $0.uri, version: $0.version) },
      analysis: analysis, settings: settings, baseline: folder.baseline,
      keptFindings: snapshot?.findings(in: texts.map { ($0.uri, $0.bytes) }) ?? [])
  }

  // MARK: Work beside the loop

  /// The size of the texts from which on work is done beside the loop, in bytes
  static let backgroundSize = 1 << 17

  /// The check of the present texts that is under way
  private var pendingCheck: Background<Analysis>?
  private var checkStart: Int64?

  /// The run of the linter over the last check that is under way
  private var pendingFindings: Background<LintReport?>?

  /// A run of the linter that is not wanted any more and has not ended: another begins after it
  private var endingFindings: Background<LintReport?>?

  private func dropBackground() {
    pendingCheck?.cancel()
    (pendingCheck, checkStart) = (nil, nil)
    if let pendingFindings {
      pendingFindings.cancel()
      endingFindings = pendingFindings
    }
    pendingFindings = nil
  }

  /// `true` while something is under way beside the loop
  var isWorkingAside: Bool {
    pendingCheck != nil || pendingFindings != nil || endingFindings != nil
  }

  /// Begins to check large texts beside the loop
  ///
  /// - Returns: `true` while that is under way; `false` where the check is done, or has to be done in the loop.
  func checkAside(_ open: [OpenDocument], _ services: FileServices) -> Bool {
    guard isStale, let background = services.background else { return false }
    if let pendingCheck { return pendingCheck.poll() == nil }
    let texts = texts(open)
    guard texts.reduce(0, { $0 + $1.bytes.count }) >= Self.backgroundSize else { return false }
    checkStart = services.milliseconds()
    pendingCheck = background.check(sources(of: texts))
    return true
  }

  /// Lints the last check beside the loop, where its texts are large
  ///
  /// - Returns: `true` while that is under way; nil where it has to be done in the loop.
  private func lintAside(_ snapshot: RuleSetSnapshot, _ services: FileServices) -> Bool? {
    if let endingFindings {
      guard endingFindings.poll() != nil else { return true }
      self.endingFindings = nil
    }
    if let pendingFindings {
      guard let report = pendingFindings.poll() else { return true }
      self.pendingFindings = nil
      if let report { snapshot.take(report) }
      return false
    }
    guard let background = services.background, snapshot.size >= Self.backgroundSize else {
      return nil
    }
    let files = snapshot.files.indices.map { snapshot.source(at: $0) }
    pendingFindings = background.lint(files, snapshot.settings)
    return true
  }

  // MARK: The linter

  /// The time that the linter took over the last snapshot it has finished, in milliseconds
  private(set) var lintDuration: Int64 = 0

  /// The time that the linter has taken over the present snapshot, in milliseconds
  private var lintTime: Int64 = 0

  /// Lints the last check further, for about some milliseconds
  ///
  /// - Returns: `true` while there is more to do.
  func lint(for time: Int64, _ services: FileServices) -> Bool {
    guard let snapshot, !snapshot.isLinted else { return false }
    if let isUnderWay = lintAside(snapshot, services) { return isUnderWay }
    let start = services.milliseconds()
    var now = start
    var hasMore = true
    while hasMore, now - start < time {
      hasMore = snapshot.lintOn()
      now = services.milliseconds()
    }
    lintTime += now - start
    if !hasMore { lintDuration = lintTime }
    return hasMore
  }

  // MARK: Saved texts

  /// The check of the texts as they are on the disk; nil where no open text differs from them
  func saved(_ open: [OpenDocument], _ services: FileServices) -> RuleSetSnapshot? {
    let isChanged = open.contains { document in
      FileURI.path(of: document.uri).flatMap { diskTexts[$0] }.map { $0 != document.text.bytes }
        ?? false
    }
    guard isChanged else { return nil }
    if let savedSnapshot { return savedSnapshot }
    let texts = texts([])
    let made = self.snapshot(of: services.analyze(sources(of: texts)), texts, services)
    savedSnapshot = made
    return made
  }

  /// The check of the texts on the disk; nil where they have changed since
  private var savedSnapshot: RuleSetSnapshot?
}
