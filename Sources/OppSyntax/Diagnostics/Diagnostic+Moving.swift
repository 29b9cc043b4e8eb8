extension Diagnostic {
  /// The same in a text in which places are others; `nil` if one of its places is not there
  package func moved(_ place: (SourceRange) -> SourceRange?) -> Diagnostic? {
    guard let range = place(range) else { return nil }
    var other = Diagnostic(code: code, severity: severity, range: range, headline: headline)
    other.helps = helps
    other.notes = notes
    for label in labels {
      guard let range = place(label.range) else { return nil }
      other.labels.append(Label(range: range, text: label.text))
    }
    for alternative in alternatives {
      guard let moved = alternative.moved(place) else { return nil }
      other.alternatives.append(moved)
    }
    other.fixPosition = fixPosition
    if let fix {
      guard let moved = fix.moved(place) else { return nil }
      other.fix = moved
    }
    return other
  }
}

extension Fix {
  /// The fix with its edits at other places; `nil` if one of them is not there
  fileprivate func moved(_ place: (SourceRange) -> SourceRange?) -> Fix? {
    var moved: [Edit] = []
    for edit in edits {
      guard let range = place(edit.range) else { return nil }
      moved.append(Edit(range: range, replacement: edit.replacement))
    }
    return Fix(edits: moved, applicability: applicability, isScattered: isScattered)
  }
}
