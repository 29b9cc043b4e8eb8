/// Words that stand for each other in the patterns of the phrasebook
///
///     [@be] @more than    `is hotter than`, `gets above than`, `higher than`
enum PhraseWords {
  /// The words of each name that a pattern has
  static let all: [String: [String]] = [
    "@be": words(
      """
      is are was were be been being gets get got getting becomes become became goes go went turns
      stays stay remains remain keeps feels falls fall fell drops drop dropped dips sinks sank rises
      rise rose climbs climb climbed reaches reached hits jumps jumped grows moves passes lies exceeds has
      """),
    "@more": words(
      """
      above over beyond exceeding higher greater bigger larger warmer hotter stronger heavier faster
      brighter louder longer more later older further farther taller wetter windier fuller wider steeper
      """),
    "@less": words(
      """
      below under beneath lower smaller less fewer colder cooler weaker lighter slower darker dimmer
      quieter shorter earlier younger nearer closer drier fresher emptier calmer narrower
      """),
    "@the": words("the a an my our your his her their"),
    "@starts": words("starts started begins began start begin starting"),
    "@stops": words("stops stopped ends ended stop end finishes finished stopping"),
    "@meeting": words("event meeting appointment"),
    "@meetings": words("events meetings appointments"),
    "@send": words("insert add append save store write log put push"),
    // The aggregates of rows
    "@aggregate": words("count any none all first sum average min max"),
  ]

  private static func words(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "\n" }.map { String($0) }
  }
}
