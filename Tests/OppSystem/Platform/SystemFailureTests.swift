import OppSystem
import OppTestLimits
import Testing

@Suite(.limited) struct SystemFailureTests {
  @Test func `a call that a signal interrupts is made again`() throws {
    var calls = 0
    let result = try SystemFailure.uninterrupted {
      calls += 1
      errno = EINTR
      return calls < 3 ? -1 : 7
    }
    #expect(calls == 3 && result == 7)
  }

  @Test func `a call that fails has its reason`() {
    #expect(
      failure {
        _ = try SystemFailure.uninterrupted {
          errno = ENOSPC
          return -1
        }
      } == "ENOSPC")
    #expect(SystemFailure(code: ENOENT).message == "No such file or directory")
  }
}
