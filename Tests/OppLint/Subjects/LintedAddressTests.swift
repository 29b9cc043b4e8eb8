import OppLint
import OppTestLimits
import Testing

@Suite(.limited) struct LintedAddressTests {
  @Test(arguments: [
    "localhost", "nas", "nas.lan", "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.5:8080",
    "169.254.1.1", "100.64.0.1", "[::1]", "[::1]:8080", "[0:0:0:0:0:0:0:1]", "[fe80::1]",
    "[FE80::1%25eth0]", "[febf::1]", "[fc00::1]", "[fd12:3456::1]", "[::ffff:192.168.1.5]",
  ])
  func `a host of the house is local`(host: String) throws {
    let address = try #require(LintedAddress("http://\(host)/x"))
    #expect(address.isLocal)
  }

  @Test(arguments: [
    "example.org", "8.8.8.8", "172.32.0.1", "100.128.0.1", "[2001:db8::1]", "[2001:db8::1]:8080",
    "[::2]", "[1::]", "[::]", "[fec0::1]", "[fe00::1]", "[::fe80:1]", "[::ffff:8.8.8.8]",
    "[2001:db8::fd00]",
  ])
  func `any other host is of the internet`(host: String) throws {
    let address = try #require(LintedAddress("http://\(host)/x"))
    #expect(!address.isLocal)
  }
}
