internal import OppModel

/// After a restart the engine knows its readings, and the session finds out which of them still count
extension LiveSession {
  mutating func restoreStandings() {
    person = engine.personPosition()
    for (subject, instant, counts) in engine.freshSubjects() {
      guard let fetch = supply.fetch(for: subject, at: person) else { continue }
      interested[fetch, default: []].insert(subject)
      standings[subject] = SubjectStanding(fetch: fetch, answered: instant, counts: counts)
    }
  }

  /// What an atom means, whatever the graph it stands in
  func meaning(of atom: Needs.Atom) -> Fingerprint? {
    guard let node = atom.node, meanings.indices.contains(Int(node.index)) else { return nil }
    return meanings[Int(node.index)]
  }
}
