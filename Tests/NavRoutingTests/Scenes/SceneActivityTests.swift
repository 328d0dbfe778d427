import Testing

@testable import NavRouting

@MainActor
@Suite struct SceneActivityTests {
  let activity = SceneActivity()

  private final class Window {}

  @Test("The file is let go of when the last window is in the background, not before")
  func lastWindow() {
    let (left, right) = (Window(), Window())
    #expect(activity.note(.active, of: left) == .nothing)
    #expect(activity.note(.active, of: right) == .nothing)
    #expect(activity.note(.inactive, of: left) == .flush)
    #expect(activity.note(.background, of: left) == .flush)
    #expect(activity.note(.background, of: right) == .suspend)
    #expect(activity.note(.active, of: left) == .nothing)
    #expect(activity.note(.background, of: right) == .flush)
  }

  @Test("A window that is gone, or a view that is off the screen, holds nothing up")
  func gone() {
    let left = Window()
    var right: Window? = Window()
    let tab = Window()
    if let right { activity.note(.active, of: right) }
    activity.note(.active, of: tab)
    #expect(activity.note(.background, of: left) == .flush)
    right = nil
    activity.forget(tab)
    #expect(activity.note(.background, of: left) == .suspend)
  }
}
