/// Has clients that pull diagnostics pull again, if they have got less than the whole
///
/// A pull of a large text that is being checked gets the problems that an excerpt decides, at once. When the linter has ended, and has
/// made any of the reports another one, the client is sent `workspace/diagnostic/refresh`.
struct DiagnosticRefresher {
  let context: RequestContext

  /// Does a slice of the work on the whole
  ///
  /// - Returns: `true` if there may be more to do at once.
  func advance() -> Bool {
    for root in context.memory.pulled.partialRoots.sorted() {
      guard let state = context.workspace.ruleSets[root] else {
        context.memory.pulled.settle(root)
        return true
      }
      if context.workspace.checkAside(state) { continue }
      // Of texts that have changed since, the client pulls by itself.
      if !state.isStale, context.lintsOn(state) {
        if state.isWorkingAside { continue }
        return true
      }
      context.memory.pulled.settle(root)
      if !state.isStale, DiagnosticRequests(context: context).hasNews(of: state) {
        context.outbox.request("workspace/diagnostic/refresh", nil)
      }
      return true
    }
    return false
  }
}
