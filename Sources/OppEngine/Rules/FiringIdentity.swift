package import OppModel

/// The identity of a firing: the same for the same Opp, row and second, in the tool and in the library
///
/// A receiver that meets an identity twice has the same firing twice.
package enum FiringIdentity {
  /// Letters, digits and `-._~:/%` of ASCII only, so that the identity can be part of a URL and of a header:
  /// `2026-06-21T19:00:00Z/Lunch%20walk` and, for a row, `2026-06-21T19:00:00Z/Chores/%5B%22dishes%22%5D`
  ///
  /// - Parameters:
  ///   - opp: the name of the Opp.
  ///   - row: the key of the row as JSON; empty for an Opp without rows.
  package static func text(opp: String, row: String, at: Instant) -> String {
    let name = at.rfc3339 + "/" + escaped(opp)
    return row.isEmpty ? name : name + "/" + escaped(row)
  }

  /// Percent-encodes every byte of UTF-8 but the unreserved characters of RFC 3986, section 2.3: `Milk 🥛` becomes
  /// `Milk%20%F0%9F%A5%9B`
  private static func escaped(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".unicodeScalars)
    var escaped = String.UnicodeScalarView()
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        escaped.append(Unicode.Scalar(byte))
      default:
        escaped.append("%")
        escaped.append(digits[Int(byte >> 4)])
        escaped.append(digits[Int(byte & 15)])
      }
    }
    return String(escaped)
  }
}
