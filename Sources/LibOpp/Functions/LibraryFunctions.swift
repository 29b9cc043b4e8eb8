internal import COpp
internal import OppKit
internal import OppSystem

@c @implementation public func opp_abi_version() -> UInt32 { UInt32(OPP_ABI_VERSION) }

@c @implementation public func opp_version() -> UnsafeMutablePointer<CChar>? {
  CText.copy(
    #"{"opp":"\#(RuleSet.languageVersion)","zones":\#(ZoneFolder.ofMachine.isThere)}"#)
}

@c @implementation public func opp_free(_ returned: UnsafeMutableRawPointer?) {
  free(returned)
}
