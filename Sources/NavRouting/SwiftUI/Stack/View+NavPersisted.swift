#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  extension View {
    /// Restores and saves a stack whose path the app owns, and provides its router to the view.
    ///
    /// ```swift
    /// NavigationStack(path: $router.path) { … }
    ///   .navPersisted($router.path)
    /// ```
    ///
    /// When the view first appears, the path is set to the saved stack, without animation. A path
    /// that isn't empty before the view appears was set on purpose (a link, a test). Such a path is
    /// kept and recorded, and Back returns to the saved path. After the view has appeared, each
    /// change of the path is recorded, and saved soon after. Other changes of the stack (by a
    /// router, or because history is erased) update the path. When the view is given another window
    /// or name, the path is set to the stack that is saved for them.
    ///
    /// Views inside find the router with ``CurrentRouter``. Titles, ``RestoredState`` and
    /// ``navBackForwardButtons(_:)`` work as on a ``NavStackView``. As the outermost view of a
    /// window, the view is also the window's ``NavWindowView``.
    ///
    /// Screens that `NavigationLink(destination:)` or `isPresented` pushes are not in the path, and
    /// are not saved.
    ///
    /// - Parameters:
    ///   - path: The elements above the root screen, bottom first.
    ///   - name: The name of the stack, if the window has several.
    ///   - expiresAfter: The age at which the stack starts at its root screen.
    ///   - legacy: A path that the app saved before it used this library. It is imported once.
    public func navPersisted<Element: NavElement>(
      _ path: Binding<[Element]>, stack name: String = "", expiresAfter: NavAge? = nil,
      migratingFrom legacy: NavLegacyState<Element>? = nil
    ) -> some View {
      NavWindowView { window in
        modifier(
          PersistsPath(
            path: path,
            router: window.router(
              stack: name, expiresAfter: expiresAfter, migratingFrom: legacy)))
      }
    }

    /// Restores and saves a `NavigationPath` that the app owns and whose elements are routes of the
    /// given types.
    ///
    /// ```swift
    /// NavigationStack(path: $path) { … }
    ///   .navPersisted($path, of: ShopRoute.self, AuthRoute.self)
    /// ```
    ///
    /// The stored stack ends before an element of another type, and a fault is logged. Each type's
    /// history contains the visits of its routes. Each change encodes and decodes the path as JSON,
    /// because SwiftUI provides the elements in no other form. In all other respects, the modifier
    /// works like ``navPersisted(_:stack:expiresAfter:migratingFrom:)``.
    ///
    /// - Parameters:
    ///   - path: The routes above the root screen, bottom first.
    ///   - first: A type of the routes.
    ///   - others: The other types of the routes.
    ///   - name: The name of the stack, if the window has several.
    ///   - expiresAfter: The age at which the stack starts at its root screen.
    public func navPersisted<First: NavRoute, each Other: NavRoute>(
      _ path: Binding<NavigationPath>, of first: First.Type, _ others: repeat (each Other).Type,
      stack name: String = "", expiresAfter: NavAge? = nil
    ) -> some View {
      navPersisted(
        path.elements(PathElement<First, repeat each Other>.self), stack: name,
        expiresAfter: expiresAfter)
    }

    /// Restores and saves a path of models that are used on the main actor, and provides the router
    /// of the stored elements to the view.
    ///
    /// ```swift
    /// NavigationStack(path: $articles) { … }
    ///   .navPersisted($articles, as: ArticleRoute.self) { .article(id: $0.id) } from: { library.article($0) }
    /// ```
    ///
    /// The closures run on the main actor. The stored stack ends before a model without an element,
    /// and the restored path ends before an element without a model. In all other respects, the
    /// modifier works like ``navPersisted(_:stack:expiresAfter:migratingFrom:)``.
    ///
    /// - Parameters:
    ///   - path: The models above the root screen, bottom first.
    ///   - type: The type of the stored elements.
    ///   - name: The name of the stack, if the window has several.
    ///   - expiresAfter: The age at which the stack starts at its root screen.
    ///   - encode: Returns the element to store.
    ///   - decode: Returns the model of a stored element.
    public func navPersisted<Model: Equatable, Element: NavElement>(
      _ path: Binding<[Model]>, as type: Element.Type, stack name: String = "",
      expiresAfter: NavAge? = nil, _ encode: @escaping @MainActor (Model) -> Element?,
      from decode: @escaping @MainActor (Element) -> Model?
    ) -> some View {
      let elements = path.mapped { models in
        models.map { encode($0) }.prefix { $0 != nil }.compactMap { $0 }
      } from: { elements in
        elements.map { decode($0) }.prefix { $0 != nil }.compactMap { $0 }
      }
      return navPersisted(elements, stack: name, expiresAfter: expiresAfter)
    }

    /// Restores and saves a value that the app owns, such as a tab, a sheet or a selection.
    ///
    /// ```swift
    /// .navPersistedValue($router.tab, named: "tab")
    /// ```
    ///
    /// The value is saved soon after each change, and belongs to the account. In a window of
    /// another account, the value is set to that account's saved value, or else to its initial
    /// value. If the value is a route, or an optional route, and that route is removed, the value
    /// is set to its initial value too. A value over 64 KiB is kept in memory only, and the failure
    /// is logged.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The name of the value in the window, 1 to 512 bytes.
    public func navPersistedValue<Value: Codable & Equatable>(
      _ value: Binding<Value>, named name: String
    ) -> some View {
      NavWindowView { window in
        modifier(PersistsValue(value: value, name: name, window: window))
      }
    }

    /// Doesn't compile for a path. Use `navPersisted(_:)`, which restores and records each screen.
    ///
    /// - Throws: Nothing. The method is declared as throwing so that a call in a view's body
    ///   doesn't compile, because the compiler prefers another overload to an unavailable one.
    @available(*, deprecated, message: "a path needs navPersisted(_:)")
    public func navPersistedValue<Element: NavRoute>(
      _ path: Binding<[Element]>, named name: String
    ) throws -> some View { self }
  }

  extension Binding {
    /// Returns a binding to another form of the value, such as the stored elements of a path of
    /// models.
    func mapped<Form: Sendable>(
      _ encode: @escaping @MainActor (Value) -> Form,
      from decode: @escaping @MainActor (Form) -> Value
    ) -> Binding<Form> {
      // NB: both closures of the binding run on the main actor.
      nonisolated(unsafe) let own = self
      return Binding<Form> {
        MainActor.assumeIsolated { encode(own.wrappedValue) }
      } set: { form in
        MainActor.assumeIsolated { own.wrappedValue = decode(form) }
      }
    }
  }

  /// Keeps a saved value of the window and a value of the app in sync.
  private struct PersistsValue<Value: Codable & Equatable>: ViewModifier {
    @Binding var value: Value
    let name: String
    let window: NavWindow

    /// The saved value; `nil` before the view appears. It changes without the app if the account is
    /// erased, or if a route that is the value is removed or rewritten.
    @State private var saved: WindowValue<Value>?

    func body(content: Content) -> some View {
      content
        .onAppear { start() }
        .onChange(of: ObjectIdentifier(window)) { start() }
        .onChange(of: value) { _, value in
          if let saved, saved.current != value { saved.save(value) }
        }
        .onChange(of: saved?.value) { take(saved?.current) }
    }

    private func start() {
      let context = window.shared
      guard saved?.context !== context else { return }
      saved = context.ownValue(named: name, with: value)
      take(saved?.current)
    }

    private func take(_ saved: Value?) {
      guard let saved, saved != value else { return }
      MainLoop.call(animated: false) { value = saved }
    }
  }

  /// Keeps a stack and a path of the app in sync.
  private struct PersistsPath<Element: NavElement>: ViewModifier {
    @Binding var path: [Element]
    let router: NavRouter<Element>

    @State private var mirror = PathMirror<Element>()

    /// The router whose stack is restored. Before that, reading its path would restore the stack too
    /// early.
    @State private var started: ObjectIdentifier?

    func body(content: Content) -> some View {
      content
        .onAppear { start() }
        .onChange(of: ObjectIdentifier(router)) { start() }
        .onChange(of: path) { _, path in
          // A path that this modifier has set is no change of the app.
          if path != mirror.known { mirror.record(path, in: router) }
        }
        .onChange(of: started == ObjectIdentifier(router) ? router.path : nil) {
          if let changed = mirror.takeChange() { path = changed }
        }
        .navRouter(router)
    }

    private func start() {
      started = ObjectIdentifier(router)
      guard let saved = mirror.start(router, with: path) else { return }
      MainLoop.call(animated: false) { path = saved }
    }
  }
#endif
