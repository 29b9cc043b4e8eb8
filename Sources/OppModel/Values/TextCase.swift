/// Texts in small letters and in capitals, by Unicode's SpecialCasing without languages
///
/// The standard library has all of it but the rule that depends on the letters around: a capital sigma that ends a word
/// is `ς`, any other `σ` (The Unicode Standard, 3.13, Final_Sigma).
///
/// ```
/// lower("ΟΔΟΣ")   οδος        upper("ß")   SS
/// lower("ΣΑΣ")    σας         upper("ﬁ")   FI
/// lower("Σ")      σ           lower("İ")   i and a dot above
/// ```
enum TextCase {
  static func upper(_ text: String) -> String { text.uppercased() }

  static func lower(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    guard scalars.contains(sigma) else { return text.lowercased() }
    let precedes = cased(before: scalars)
    let follows: [Bool] = cased(before: scalars.reversed()).reversed()
    var (result, part) = (String.UnicodeScalarView(), String.UnicodeScalarView())
    func endPart() {
      result.append(contentsOf: String(part).lowercased().unicodeScalars)
      part = String.UnicodeScalarView()
    }
    for (index, scalar) in scalars.enumerated() {
      if scalar == sigma, precedes[index], !follows[index] {
        endPart()
        result.append(finalSigma)
      } else {
        part.append(scalar)
      }
    }
    endPart()
    return String(result)
  }

  /// Whether a cased letter comes before each scalar, with nothing but ignorable ones between
  private static func cased(before scalars: [Unicode.Scalar]) -> [Bool] {
    var isAfterCased = false
    return scalars.map { scalar in
      let before = isAfterCased
      if !has(CasedScalars.ignorable, scalar) { isAfterCased = has(CasedScalars.cased, scalar) }
      return before
    }
  }

  /// `true` if a scalar is in one of some ranges
  private static func has(_ ranges: [UInt32], _ scalar: Unicode.Scalar) -> Bool {
    // The first range that ends at the scalar or after it.
    let next = (0..<ranges.count / 2).partitionPoint { ranges[2 * $0 + 1] >= scalar.value }
    return next < ranges.count / 2 && ranges[2 * next] <= scalar.value
  }

  /// Σ
  private static let sigma: Unicode.Scalar = "\u{3A3}"

  /// ς
  private static let finalSigma: Unicode.Scalar = "\u{3C2}"
}
