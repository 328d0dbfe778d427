import Foundation
import Testing

@testable import NavStore

@Suite("Errors in alerts")
struct LocalizedErrorTests {
  @Test("The localized description is the reason; the message includes the remedy")
  func description() {
    let error = NavStore.Error(.busy, "Another process holds the file.")
    #expect((error as any Error).localizedDescription == "Another process holds the file.")
    #expect(error.message == "Another process holds the file. Try again in a moment.")
    #expect(error.description == "NavStore.Error.busy: \(error.message)")
    #expect(NavStore.Error(.busy, "SQLITE_BUSY").message == "SQLITE_BUSY. Try again in a moment.")
  }

  @Test(
    "Errors that a person can fix have a recovery suggestion",
    arguments: [
      NavStore.Error.Reason.busy, .diskFull, .inputOutput, .readOnly, .unreadable, .networkVolume,
      .newerStore, .notAStore, .damaged, .database, .eraseUnfinished, .limitReached,
    ])
  func suggestions(_ reason: NavStore.Error.Reason) {
    let error = NavStore.Error(reason, "message")
    #expect(error.recoverySuggestion?.hasSuffix(".") == true)
    #expect((error as any LocalizedError).recoverySuggestion == error.recoverySuggestion)
  }

  @Test(
    "Errors in the app's code have no recovery suggestion",
    arguments: [NavStore.Error.Reason.invalidArgument, .unsupportedRoute, .closed, .codingFailed])
  func none(_ reason: NavStore.Error.Reason) {
    #expect(NavStore.Error(reason, "message").recoverySuggestion == nil)
  }
}
