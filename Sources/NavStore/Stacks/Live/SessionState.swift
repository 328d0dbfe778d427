/// A live stack as its faces change it: with the type of its routes. See ``StackState``.
///
/// Lent for the time of a change, and not to be kept: it says only where the stack is. Generic code
/// of a library runs unspecialised in an app; with the stack itself in here, each step of a push
/// would ask the runtime for the metadata of this type, which took longer than the push.
package struct SessionState<R: Equatable & Sendable> {
  private let place: UnsafeMutablePointer<StackState>

  /// Known to the session, so that nobody has to ask for it.
  private let box: RouteBox<R>.Type

  private init(at place: UnsafeMutablePointer<StackState>, box: RouteBox<R>.Type) {
    self.place = place
    self.box = box
  }

  /// Runs `body` on `stack` itself.
  static func lend<T>(
    _ stack: inout StackState, box: RouteBox<R>.Type, to body: (SessionState) -> T
  ) -> T {
    withUnsafeMutablePointer(to: &stack) { body(SessionState(at: $0, box: box)) }
  }

  /// Grows with each change, so that a face knows when its copy of the path is old.
  package var revision: Int { place.pointee.revision }

  package var depth: Int { place.pointee.depth }

  /// Puts a route on top.
  package func push(_ route: R) {
    place.pointee.push(box.init(route))
  }

  /// Puts routes on top.
  package func push(contentsOf routes: some Collection<R>) {
    place.pointee.push(contentsOf: routes.map { box.init($0) })
  }

  /// Takes up to `count` routes off the top; says how many.
  package func pop(_ count: Int) -> Int {
    place.pointee.pop(count)
  }

  /// Puts `route` in the place of the top one and of the current list entry. False at the root
  /// screen.
  package func replaceTop(with route: R) -> Bool {
    place.pointee.replaceTop(with: box.init(route))
  }

  /// Makes `path` the stack, by difference from what is there. O(depth).
  package func update(to path: some BidirectionalCollection<R>) {
    place.pointee.update { PathDifference(from: $0, to: path) }
  }

  /// Names the root screen. The stack on it goes, and the list starts anew: going back would show
  /// screens of one root on another. With `keepingStack`, both stay. False where nothing changed.
  package func replaceRoot(with route: R?, keepingStack: Bool) -> Bool {
    place.pointee.replaceRoot(with: route.map { box.init($0) }, keepingStack: keepingStack)
  }

  /// Goes to the root screen with a list of its own. False where it is there already.
  package func restart() -> Bool {
    place.pointee.restart()
  }

  /// Says whether somebody can see the stack. In one that nobody sees nothing is visited; when it
  /// comes to be seen, its top is, unless it was before.
  package func show(_ isShown: Bool) {
    place.pointee.show(isShown)
  }

  /// Keeps a value of the scene under `name`; part of the turn.
  package func setSceneValue(_ value: StoredValue, named name: String) {
    place.pointee.setSceneValue(value, named: name)
  }

  /// The index of the list entry `offset` readable entries away; nil where there is none.
  package func target(by offset: Int) -> Int? {
    place.pointee.list.target(by: offset)
  }

  /// `index`, where there is a readable entry.
  package func target(at index: Int) -> Int? {
    place.pointee.list.target(at: index)
  }
}
