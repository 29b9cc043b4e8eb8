/// A place in a file as people count: lines and columns from 1, a column being one Unicode scalar
package struct SourcePosition: Hashable, Sendable {
  package let line: Int
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
