import OppModel
import OppTestLimits
import Testing

@Suite(.limited) struct FingerprintTests {
  @Test func `a fingerprint is FNV-1a of 128 bits`() {
    // From RFC 9923: the hash of no bytes, and of "a" and "foobar".
    func hash(_ text: String) -> String {
      var hasher = FingerprintHasher()
      for byte in text.utf8 { hasher.add(byte: byte) }
      return hasher.fingerprint.text
    }
    #expect(hash("") == "6c62272e07bb014262b821756295c58d")
    #expect(hash("a") == "d228cb696f1a8caf78912b704e4a8964")
    #expect(hash("foobar") == "343e1662793c64bf6f0d3597ba446f18")
  }

  @Test func `two lists of texts never are one string of bytes`() {
    var first = FingerprintHasher()
    first.add("ab")
    first.add("c")
    var second = FingerprintHasher()
    second.add("a")
    second.add("bc")
    #expect(first.fingerprint != second.fingerprint)
  }
}
