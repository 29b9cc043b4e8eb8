/// A token that is not trivia, with the facts of it that the productions look at again and again
///
/// ```
/// opp "Tea"        kind name, contextual opp, startsLine
///   when raining   kind name, contextual when, startsLine       kind name
/// ```
///
/// The lexer finds them once; without it each production would compare the bytes of the word with the words that it
/// knows. Eight bytes.
struct Word {
  /// The index among all tokens
  let token: Int32

  /// The kind by the lexer; the parser may give the token another when it takes it
  let kind: TokenKind

  /// The contextual word that a name spells; nil for any other name and any other token
  let contextual: ContextualWord?

  /// `true` if a line begins between the word before and this one; true of the first word
  let startsLine: Bool
}
