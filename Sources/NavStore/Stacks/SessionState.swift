/// A live stack as its faces change it: with the type of its routes. See ``StackState``.
package struct SessionState<R: Equatable & Sendable> {
  private(set) var stack: StackState

  init(_ stack: StackState) {
    self.stack = stack
  }

  /// Runs `body` on `stack` itself: no copy is made, and none of what it holds.
  static func change<T>(_ stack: inout StackState, _ body: (inout SessionState) -> T) -> T {
    withUnsafeMutablePointer(to: &stack) { place in
      var typed = SessionState(place.move())
      let result = body(&typed)
      place.initialize(to: typed.taken())
      return result
    }
  }

  private consuming func taken() -> StackState { stack }

  /// Grows with each change, so that a face knows when its copy of the path is old.
  package var revision: Int { stack.revision }

  package var depth: Int { stack.depth }

  /// Puts a route on top.
  package mutating func push(_ route: R) {
    stack.push(RouteBox(route))
  }

  /// Puts routes on top.
  package mutating func push(_ routes: some Collection<R>) {
    stack.push(routes.map { RouteBox($0) })
  }

  /// Takes up to `count` routes off the top; says how many.
  package mutating func pop(_ count: Int) -> Int {
    stack.pop(count)
  }

  /// Puts `route` in the place of the top one and of the current list entry. False at the root
  /// screen.
  package mutating func replaceTop(with route: R) -> Bool {
    stack.replaceTop(with: RouteBox(route))
  }

  /// Makes `path` the stack, by difference from what is there. O(depth).
  package mutating func update(to path: some BidirectionalCollection<R>) {
    stack.update { PathDifference(from: $0, to: path) }
  }

  /// Names the root screen. The stack on it goes, and the list starts anew: going back would show
  /// screens of one root on another. With `keepingStack`, both stay. False where nothing changed.
  package mutating func replaceRoot(with route: R?, keepingStack: Bool) -> Bool {
    stack.replaceRoot(with: route.map { RouteBox($0) }, keepingStack: keepingStack)
  }

  /// Goes to the root screen with a list of its own. False where it is there already.
  package mutating func restart() -> Bool {
    stack.restart()
  }

  /// Says whether somebody can see the stack. In one that nobody sees nothing is visited; when it
  /// comes to be seen, its top is, unless it was before.
  package mutating func show(_ isShown: Bool) {
    stack.show(isShown)
  }

  /// Keeps a value of the scene under `name`; part of the turn.
  package mutating func setSceneValue(_ value: StoredValue, named name: String) {
    stack.setSceneValue(value, named: name)
  }

  /// The index of the list entry `offset` readable entries away; nil where there is none.
  package func target(by offset: Int) -> Int? {
    stack.list.target(by: offset)
  }

  /// `index`, where there is a readable entry.
  package func target(at index: Int) -> Int? {
    stack.list.target(at: index)
  }
}
