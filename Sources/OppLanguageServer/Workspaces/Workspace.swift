internal import OppSyntax

/// The folders and texts that the client has open, cut into rule sets
package final class Workspace {
  let services: FileServices

  /// The open folders, by path
  private(set) var folders: [String] = []

  /// The open texts, by the URI that the client gave them
  private(set) var documents: [String: OpenDocument] = [:]

  /// By their roots
  private(set) var ruleSets: [String: RuleSetState] = [:]

  /// The roots of files, so that folders are not looked into for each request
  private var knownRoots: [String: String] = [:]

  package init(_ services: FileServices) {
    self.services = services
  }

  // MARK: Folders

  /// Opens a folder, and finds the rule sets in it
  func open(folder: String) {
    guard !folders.contains(folder) else { return }
    folders.append(folder)
    reload()
  }

  /// Closes a folder; open texts in it are rule sets by their own folders from now on
  func close(folder: String) {
    folders.removeAll { $0 == folder }
    reload()
  }

  /// Reads the folders again and assigns the files to their rule sets
  func reload() {
    knownRoots = [:]
    var found: [String: [String: [UInt8]]] = [:]
    for folder in folders {
      for path in services.ruleFiles(folder) {
        let root = root(of: path)
        if found[root]?[path] == nil, let bytes = services.read(path) {
          found[root, default: [:]][path] = bytes
        }
      }
    }
    for document in documents.values {
      let root = root(ofURI: document.uri)
      if found[root] == nil { found[root] = filesOutside(root) }
    }
    for root in ruleSets.keys where found[root] == nil { ruleSets[root] = nil }
    for (root, texts) in found {
      let state = state(at: root)
      for path in state.diskTexts.keys where texts[path] == nil { state.setDisk(path, nil) }
      for (path, bytes) in texts { state.setDisk(path, bytes) }
    }
  }

  /// The files of a rule set that is in no open folder
  private func filesOutside(_ root: String) -> [String: [UInt8]] {
    guard root.hasPrefix("/"), folder(around: root) == nil else { return [:] }
    var texts: [String: [UInt8]] = [:]
    for path in services.ruleFiles(root) where self.root(of: path) == root {
      texts[path] = services.read(path)
    }
    return texts
  }

  /// The state of a root, made if there is none
  private func state(at root: String) -> RuleSetState {
    if let state = ruleSets[root] { return state }
    let state = RuleSetState(root: root)
    ruleSets[root] = state
    return state
  }

  // MARK: Roots

  /// The innermost open folder around a path
  private func folder(around path: String) -> String? {
    folders.filter { FileURI.contains($0, path) }.max { $0.utf8.count < $1.utf8.count }
  }

  /// The root of the rule set that a file belongs to
  private func root(of path: String) -> String {
    let folder = FileURI.folder(of: path) ?? "/"
    if let known = knownRoots[folder] { return known }
    let root = RuleSetRoot.find(
      from: folder, within: self.folder(around: path), kind: services.kind)
    knownRoots[folder] = root
    return root
  }

  /// The root of a text's rule set; a text without a file is one by itself
  private func root(ofURI uri: String) -> String {
    FileURI.path(of: uri).map(root(of:)) ?? uri
  }

  /// The rule set that an open text or a file belongs to; nil for one that is not known
  func ruleSet(ofURI uri: String) -> RuleSetState? {
    ruleSets[root(ofURI: uri)]
  }

  /// The rule sets in the order of their roots
  var orderedRuleSets: [RuleSetState] {
    ruleSets.values.sorted { $0.root < $1.root }
  }

  /// The check of a rule set as it is now
  func snapshot(of state: RuleSetState) -> RuleSetSnapshot {
    state.current(documents(of: state), services)
  }

  /// Begins the check of a large rule set beside the loop
  ///
  /// - Returns: `true` while it is under way.
  func checkAside(_ state: RuleSetState) -> Bool {
    state.checkAside(documents(of: state), services)
  }

  /// The problems of a large rule set before its check has ended; `nil` if they are not known
  func early(_ state: RuleSetState) -> RuleSetState.EarlyProblems? {
    state.early(documents(of: state), services)
  }

  /// The check of a rule set as its files are on the disk; `nil` if no open text differs from them
  func savedSnapshot(of state: RuleSetState) -> RuleSetSnapshot? {
    state.saved(documents(of: state), services)
  }

  /// The open texts that belong to a rule set
  private func documents(of state: RuleSetState) -> [OpenDocument] {
    documents.values.filter { root(ofURI: $0.uri) == state.root }
  }

  // MARK: Texts

  /// Opens a text, which counts in place of the file on the disk
  func open(_ document: OpenDocument) {
    documents[document.uri] = document
    let root = root(ofURI: document.uri)
    if ruleSets[root] == nil {
      let state = state(at: root)
      for (path, bytes) in filesOutside(root) { state.setDisk(path, bytes) }
    }
    ruleSets[root]?.markStale(by: document.uri)
  }

  /// - Throws: `invalidParams` if the text is not open or a change has no text.
  func change(
    _ uri: String, _ changes: [Parameters], version: Int?, _ encoding: PositionEncoding
  ) throws(ResponseError) {
    guard documents[uri] != nil else { throw .invalidParameters("`\(uri)` is not open") }
    ruleSet(ofURI: uri)?.markStale(by: uri)
    // In place, so that the text is not copied at every key.
    try documents[uri]?.apply(changes, version: version, encoding)
  }

  /// Closes a text: the file on the disk counts again, and a rule set without files is forgotten
  func close(uri: String) {
    guard documents.removeValue(forKey: uri) != nil else { return }
    guard let state = ruleSet(ofURI: uri) else { return }
    state.markStale()
    guard let path = FileURI.path(of: uri) else {
      ruleSets[state.root] = nil
      return
    }
    if folder(around: path) == nil, documents(of: state).isEmpty {
      ruleSets[state.root] = nil
    } else {
      changedOnDisk(path)
    }
  }

  /// Reads a file again that has come, gone or changed
  func changedOnDisk(_ path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard name.hasSuffix(".opp") else {
      // A marker, a configuration or a recording: the roots may be others now.
      for state in ruleSets.values { state.markStale() }
      reload()
      return
    }
    let isThere = services.kind(path) == .file
    if isThere, folder(around: path) == nil, ruleSets[root(of: path)] == nil { return }
    state(at: root(of: path)).setDisk(path, isThere ? services.read(path) : nil)
  }
}
