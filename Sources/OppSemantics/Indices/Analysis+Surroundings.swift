internal import OppModel
package import OppSyntax

extension Analysis {
  /// The names and the type that fit in place of a name
  ///
  /// Only the declarations of `text` are checked, against the other declarations of the rule set, so the cost is that of
  /// one declaration. The result of the check is not kept.
  ///
  /// - Parameters:
  ///   - name: a name that stands in `text`, and in the rule set nowhere.
  ///   - tree: the tree of one or a few declarations, whose file has the index ``freeFileIndex``.
  ///   - end: the end of the word before the name, for the types of the expressions that end there.
  /// - Returns: `nil` if the name is not read as an operand or a field, and no expression ends before it.
  ///
  /// ```
  /// let a = temp > 20C and sky == ‸       the name is at ‸: expected is a Sky; no rows, no owner
  /// any(agenda where ‸)                   rows: the agenda, whose fields are open; expected is Bool
  /// weather.‸                             the owner is the source `weather`
  /// ```
  package func surroundings(
    of name: String, behind end: SourceRange? = nil, in tree: SyntaxTree
  ) -> Surroundings? {
    let later = LaterChecker(checker: checker)
    return later.trying(tree) {
      // The messages are not shown, so none needs the nearest spelling.
      checker.nameTable.spellingBudget = 0
      // Notes are taken of the wanted name alone.
      return checker.recorder.surroundings(of: name, behind: end) {
        for declaration in tree.file.declarations { later.check(declaration) }
      }
    }
  }

  /// The index of a file that is not among ``files``
  package var freeFileIndex: Int32 { Int32(truncatingIfNeeded: checker.reports.files.count) }
}
