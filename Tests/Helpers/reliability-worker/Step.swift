import NavStore

/// The screen that the step of that number leads to.
///
/// What the n-th step does, and so where a scene stands after it, depends on n alone: whoever
/// finds a store can say what must be in it.
struct Step: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Step")

  var number: Int

  /// Now and then more than a page of it.
  var text: String?

  init(_ number: Int) {
    self.number = number
    text = number % 11 == 5 ? String(repeating: "step \(number) ", count: 600) : nil
  }

  /// Some steps lead to the same item again.
  var routeTraits: NavRouteTraits { .init(itemID: "item \(number % 17)") }

  /// The stack after so many steps. Mostly each step is on the one before it; some begin anew, and
  /// some take two screens off first.
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
  /// How many steps have been taken.
  var stepCount: Int { path.last?.number ?? 0 }

  /// Takes the next step, with a value on the screen that it leads to.
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
