/// One step of a layout: words, the places where a line may break, and the groups that hold these together
///
/// A layout is a flat list of steps, so that printing needs no recursion. This condition
///
/// ```opp
/// when sky == sunny and free >= 30min
/// ```
///
/// is the list
///
/// ```
/// text(when) indent open  space text(sky) space text(==) space text(sunny)
///   line text(and) space text(free) …  close outdent
/// ```
///
/// A group, from `open` to `close`, is printed flat when it fits into the line together with the text
/// up to the next place that may break; otherwise every `line` that is directly in it ends a
/// line. That is the model of Oppen (*Prettyprinting*, 1980) and Wadler (*A prettier printer*, 1998).
enum LayoutStep: Equatable {
  /// Bytes of the source, and how many columns they take
  case text(start: Int32, end: Int32, width: Int32)
  case space
  /// So many spaces in a flat group, a line end in a broken one
  case line(width: Int32)
  /// A line end in any case, with or without an empty line
  case newline(blank: Bool)
  /// Breaks the group that it is in
  case forceBreak
  case open
  case close
  case indent
  /// Indents if the group that was closed last is broken
  case indentIfBroken
  /// Ends either kind of indentation
  case outdent
  /// A comment after a word, on the line of that word
  case trailingComment(start: Int32, end: Int32)
  /// A comment on a line of its own, with an empty line before it or without
  case comment(start: Int32, end: Int32, blank: Bool)
}
