#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  extension View {
    /// Saves a path that the app owns, in a router or a state of its own, and restores it.
    ///
    /// ```swift
    /// NavigationStack(path: $router.path) { … }
    ///   .navPersisted($router.path)
    /// ```
    ///
    /// When the view first appears, the saved stack becomes the path, without animation. A path
    /// that is not empty by then was set on purpose (a link, a test): it stays and is recorded, and
    /// the saved path is one entry back in the back/forward list. From then on each change is
    /// recorded, and saved soon after; what waits is saved when the window becomes inactive.
    /// Another scene, stack or account is another stack: the path becomes what was saved there, and
    /// the old stack stays as it was.
    ///
    /// Changes of the stack from elsewhere (another router on it, history that is erased) come back
    /// into the path. A change that the app makes while it is in the background counts like any
    /// other. A path that is emptied in the same moment as `account` changes is not recorded.
    ///
    /// What is not saved: screens pushed by `NavigationLink(destination:)` or by `isPresented`; they
    /// are not in the path.
    ///
    /// The window is the one around the view (see ``NavWindowView``), else ``NavWindow/main``.
    ///
    /// - Parameters:
    ///   - path: The routes above the root screen, bottom first.
    ///   - stack: The name of the stack, if the window has several, as one for each tab.
    ///   - policy: How the stack is restored, if this is its first use in the process.
    ///   - source: Where users' old saved state lies, for a stack that was never saved here.
    public func navPersisted<Element: NavElement>(
      _ path: Binding<[Element]>, stack: String = "",
      policy: NavStore.RestorePolicy<Element> = .init(),
      adopting source: NavStore.AdoptionSource<Element>? = nil
    ) -> some View {
      modifier(
        PersistsPath(path: path, stack: stack) { window in
          NavRouter(in: window, stack: stack, policy: policy, adopting: source)
        })
    }

    /// Saves a small value of the window that the app owns, and restores it: a selected tab, a sheet, a
    /// selection.
    ///
    /// ```swift
    /// .navPersisted($router.tab, named: "tab")
    /// ```
    ///
    /// A path of routes is a stack: see ``navPersisted(_:stack:policy:adopting:)``.
    ///
    /// Saved soon after each change. The value is the account's: if somebody else signs in to the
    /// window, it becomes what they had, else what it was first. If it is a route, or an optional
    /// one, and that is removed, it is what it was first. A value over
    /// ``/NavStore/NavStore/Limits/valueBytes`` stays in memory, and the log says so.
    public func navPersisted<Value: Codable & Equatable>(
      _ value: Binding<Value>, named name: String
    ) -> some View {
      modifier(PersistsValue(value: value, name: name))
    }
  }

  /// Keeps a value of the window and somebody else's the same.
  private struct PersistsValue<Value: Codable & Equatable>: ViewModifier {
    @Binding var value: Value
    let name: String

    @Environment(\.navWindow) private var window
    @Environment(\.enclosingWindow) private var enclosing
    @State private var mirror = ValueMirror<Value>()

    func body(content: Content) -> some View {
      content
        .onAppear {
          if enclosing == nil { WindowFaults.shared.usedMain() }
          take(mirror.start(name, in: window, with: value))
        }
        .onChange(of: ObjectIdentifier(window)) {
          take(mirror.start(name, in: window, with: value))
        }
        .onChange(of: value) { _, value in mirror.record(value) }
        .onChange(of: mirror.changes) { take(mirror.latest) }
    }

    private func take(_ saved: Value?) {
      guard let saved, saved != value else { return }
      ChangeAnimation.perform(false) { value = saved }
    }
  }

  /// Keeps a stack and somebody else's path the same.
  private struct PersistsPath<Element: NavElement>: ViewModifier {
    @Binding var path: [Element]
    let stack: String
    let makeRouter: @MainActor (NavWindow) -> NavRouter<Element>

    @Environment(\.navWindow) private var window
    @Environment(\.enclosingWindow) private var enclosing
    @State private var mirror = PathMirror<Element>()

    func body(content: Content) -> some View {
      let key = ShownStack(window, stack: stack)
      return
        content
        .onAppear {
          if enclosing == nil { WindowFaults.shared.usedMain() }
          start(key)
        }
        .onChange(of: key) { _, key in start(key) }
        .onChange(of: path) { _, path in mirror.record(path, for: key) }
        .onChange(of: mirror.latest) {
          if let changed = mirror.takeChange() { path = changed }
        }
        .modifier(
          FollowsScenePhase(
            client: .init(
              sceneBecame: { mirror.sceneBecame($0, isCertain: $1) },
              flush: { await mirror.flush() },
              store: { mirror.store }))
        )
        .modifier(ShowsStack(stack: key))
    }

    private func start(_ key: ShownStack) {
      let saved = mirror.start(key, with: path) { makeRouter(window) }
      guard let saved else { return }
      ChangeAnimation.perform(false) { path = saved }
    }
  }
#endif
