/// The part of this machine's settings that requests depend on
struct WebEnvironment: Sendable {
  /// The header `User-Agent`: some services refuse requests without one
  let agent: String
  let proxies: WebProxies
  let trust: WebTrust

  /// - Parameter variable: the value of a variable of the environment, or `nil`.
  init(agent: String, variable: (String) -> String?) {
    self.agent = agent
    proxies = WebProxies(variable: variable)
    trust = WebTrust(variable: variable)
  }
}
