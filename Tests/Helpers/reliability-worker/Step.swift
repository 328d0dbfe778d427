import NavStore

/// The screen that the step with that number leads to.
///
/// The effect of step n, and so the stack of a scene after it, depends only on n. A test can
/// therefore predict the content of a store.
struct Step: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Step")

  var number: Int

  /// Sometimes larger than a database page.
  var text: String?

  init(_ number: Int) {
    self.number = number
    text = number % 11 == 5 ? String(repeating: "step \(number) ", count: 600) : nil
  }

  /// The traits; some steps lead to the same item again.
  var routeTraits: NavRouteTraits { .init(itemID: "item \(number % 17)") }

  /// Returns the stack after `count` steps. Most steps push a screen; some start a new path, and
  /// some pop two screens first.
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
  /// The number of steps taken.
  var stepCount: Int { path.last?.number ?? 0 }

  /// Takes the next step and sets a value on its screen.
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
