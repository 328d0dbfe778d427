import NavStore

/// The screen on top of a scene's stack after the step with this number.
///
/// The stack of a scene after step n depends only on n. A test can therefore compute the expected
/// content of a store from the number of steps.
struct Step: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Step")

  var number: Int

  /// A text that is larger than a database page in every eleventh step; `nil` in the other steps.
  var text: String?

  init(_ number: Int) {
    self.number = number
    text = number % 11 == 5 ? String(repeating: "step \(number) ", count: 600) : nil
  }

  /// The traits of the screen. Steps whose numbers are 17 apart are visits of one item.
  var routeTraits: NavRouteTraits { .init(itemID: "item \(number % 17)") }

  /// Returns the stack after `count` steps. Most steps push a screen. In every 8 steps, one
  /// replaces the whole path, and one pops two screens and then pushes a screen.
  static func stack(after count: Int) -> [Step] {
    guard count > 0 else { return [] }
    var stack: [Step] = []
    for number in (count - count % 8)...count where number > 0 {
      if number % 8 == 5 { stack.removeLast(min(2, stack.count)) }
      stack.append(Step(number))
    }
    return stack
  }
}

extension NavStore.Session<Step> {
  /// The number of steps that were taken in the session's scene, also by earlier processes.
  var stepCount: Int { path.last?.number ?? 0 }

  /// Changes the path as the next step does, and sets a value of the screen on top.
  func takeStep() throws {
    let number = stepCount + 1
    if number % 8 == 0 || number % 8 == 5 {
      set(Step.stack(after: number))
    } else {
      push(Step(number))
    }
    try setVisitState(number, named: "number")
    if number % 3 == 0 { setTitle("Step \(number)") }
  }
}
