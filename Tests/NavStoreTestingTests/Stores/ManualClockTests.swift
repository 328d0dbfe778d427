import Foundation
import NavStore
import NavStoreTesting
import Testing

@Suite struct ManualClockTests {
  @Test("A clock changes only when a test sets it, in either direction")
  func moving() {
    let clock = ManualClock()
    #expect(clock.now == Date(timeIntervalSince1970: 1_767_225_600))
    clock.advance(by: .milliseconds(1_500))
    #expect(clock.now == Date(timeIntervalSince1970: 1_767_225_601.5))
    clock.advance(by: .seconds(-2))
    #expect(clock.now == Date(timeIntervalSince1970: 1_767_225_599.5))
    clock.now = Date(timeIntervalSince1970: 0)
    #expect(clock.now == Date(timeIntervalSince1970: 0))
  }

  @Test("A store uses the clock of its configuration")
  func store() throws {
    let clock = ManualClock()
    var configuration = NavStore.Configuration()
    configuration.clock = { clock.now }
    let store = NavStore(inMemory: configuration)
    clock.advance(by: .seconds(90))
    try store.save([ShopRoute.cart], in: "main")
    #expect(try store.restore(ShopRoute.self, in: "main").savedAt == clock.now)
  }
}
