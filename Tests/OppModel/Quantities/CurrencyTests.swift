import OppTestLimits
import Testing

@testable import OppModel

@Suite(.limited) struct CurrencyTests {
  @Test func `the currencies are those of the standard, with their decimals`() throws {
    let table = activeCurrencies.split { $0 == " " || $0 == "\n" }
    for entry in table {
      let currency = try #require(Currency(code: String(entry.dropLast())), "\(entry)")
      #expect(currency.code + "\(currency.decimals)" == entry)
    }
    #expect(Currency.all.count == table.count)
    #expect(Set(Currency.all.map(\.code)).count == table.count)
  }

  @Test func `what is no currency, or is none any more, is none`() {
    for code in formerCurrencies.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      #expect(Currency(code: String(code)) == nil, "\(code)")
    }
    for code in ["", "E", "EU", "eur", "Eur", "EURO", "XXX"] {
      #expect(Currency(code: code) == nil)
    }
  }
}
