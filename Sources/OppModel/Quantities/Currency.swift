/// A currency of ISO 4217, by its code
///
/// The active codes that have a minor unit, as published on 2026-01-01. Those without one, such as `XAU` for gold and
/// `XXX` for none, are no money that prices are in.
///
/// ```
/// EUR    2 decimals: 12.50EUR is held as 1250
/// JPY    0 decimals:  1250JPY is held as 1250
/// KWD    3 decimals: 1.250KWD is held as 1250
/// ```
package struct Currency: Hashable, Sendable {
  /// The place in ``all``
  private let index: UInt8

  /// The currency of a code in capitals; nil if there is none
  package init?(code: String) {
    guard code.utf8.count == 3, let index = Self.codes.firstIndex(of: code) else { return nil }
    self.index = UInt8(truncatingIfNeeded: index)
  }

  private init(index: Int) {
    self.index = UInt8(truncatingIfNeeded: index)
  }

  /// The code: `EUR`
  package var code: String { Self.codes[Int(index)] }

  /// The number of decimals of an amount, by which the minor unit is smaller
  package var decimals: Int {
    let index = Int(index)
    if index < Self.ends[0] { return 2 }
    if index < Self.ends[1] { return 0 }
    return index < Self.ends[2] ? 3 : 4
  }

  /// The number of minor units in one: 100 cents
  package var minorUnits: Int64 {
    Int64(ExactDecimal.powersOfTen[decimals])
  }

  /// All currencies: the codes of two decimals first, each group in the order of the alphabet
  package static let all: [Currency] = codes.indices.map { Currency(index: $0) }

  /// The codes, by their number of decimals
  private static let codes = groups.flatMap { group in
    group.utf8.split(separator: UInt8(ascii: " ")).map {
      String(decoding: Array($0), as: UTF8.self)
    }
  }

  /// The index at which each group of codes ends
  private static let ends: [Int] = groups.reduce(into: []) { ends, group in
    ends.append((ends.last ?? 0) + (group.utf8.count + 1) / 4)
  }

  /// Two decimals, none, three, four
  private static let groups = [
    "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF "
      + "CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP "
      + "GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL "
      + "MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN "
      + "PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL "
      + "THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG",
    "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    "BHD IQD JOD KWD LYD OMR TND",
    "CLF UYW",
  ]
}
