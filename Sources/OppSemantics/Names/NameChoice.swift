internal import OppSyntax

/// A thing that an ambiguous name may mean
///
/// ```opp
/// source fridge { temp: Temperature }
/// opp "A" when temp > 8C        // choices: fridge.temp, which it meant before, and weather.temp
/// ```
struct NameChoice {
  /// The text that means this thing alone, as `weather.temp`; `nil` if the name cannot be qualified
  let spelling: String?

  /// The thing in words: "`weather.temp`", "the let `due`"
  let words: String

  /// The advice on how to reach a thing that cannot be qualified; `nil` if there is none
  var remedy: String?

  /// The place of its declaration
  let range: SourceRange?

  /// `true` if the name meant this thing before names like it were ambiguous
  let isEarlierMeaning: Bool
}
