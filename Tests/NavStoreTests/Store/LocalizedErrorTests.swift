import Foundation
import Testing

@testable import NavStore

@Suite("Errors as an alert shows them")
struct LocalizedErrorTests {
  @Test("The localized description is the message, not a number of a domain")
  func description() {
    let error: any Error = NavStore.Error(.busy, "another process is busy")
    #expect(error.localizedDescription == "another process is busy")
  }

  @Test(
    "Where the person can do something, it is said",
    arguments: [
      NavStore.Error.Code.busy, .diskFull, .inputOutput, .readOnly, .unreadable, .networkVolume,
      .newerStore, .damaged, .eraseUnfinished, .limitReached,
    ])
  func suggestions(_ code: NavStore.Error.Code) {
    let error = NavStore.Error(code, "message")
    #expect(error.recoverySuggestion?.hasSuffix(".") == true)
    #expect((error as any LocalizedError).recoverySuggestion == error.recoverySuggestion)
  }

  @Test(
    "A mistake of the app's code suggests nothing",
    arguments: [NavStore.Error.Code.invalidKey, .duplicateRouteTag, .closed, .encodingFailed])
  func none(_ code: NavStore.Error.Code) {
    #expect(NavStore.Error(code, "message").recoverySuggestion == nil)
  }
}
