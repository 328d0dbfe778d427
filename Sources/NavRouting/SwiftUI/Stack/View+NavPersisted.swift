#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  extension View {
    /// Restores and saves a path that the app owns, and puts the router of that stack into the view.
    ///
    /// ```swift
    /// NavigationStack(path: $router.path) { … }
    ///   .navPersisted($router.path)
    /// ```
    ///
    /// When the view first appears, the saved stack becomes the path, without animation. A path that isn't
    /// empty by then was set on purpose (a link, a test): it stays and is recorded, and the saved path is one
    /// entry back. From then on each change is recorded, and saved soon after. Changes of the stack from
    /// elsewhere (a router, history that is erased) come back into the path. In another window, or for
    /// another name, the path becomes what was saved there.
    ///
    /// Views below find the router with ``CurrentRouter``. Titles, ``RestoredState`` and
    /// ``navBackForwardButtons(_:)`` work as on a ``NavStackView``. Outermost in a window, the view is also that
    /// window.
    ///
    /// Screens that are pushed by `NavigationLink(destination:)` or by `isPresented` are not in the path, and
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

    /// Restores and saves a `NavigationPath` that the app owns and whose elements are routes of the given types.
    ///
    /// ```swift
    /// NavigationStack(path: $path) { … }
    ///   .navPersisted($path, of: ShopRoute.self, AuthRoute.self)
    /// ```
    ///
    /// An element of another type ends the stored stack, and a fault is logged. The history of one of the types has its visits. Each change encodes and decodes
    /// the path as JSON, because SwiftUI gives its elements in no other form. The rest is as for a path of
    /// elements.
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

    /// Restores and saves a path of models that live on the main actor, and puts the router of the stored
    /// elements into the view.
    ///
    /// ```swift
    /// NavigationStack(path: $articles) { … }
    ///   .navPersisted($articles, as: ArticleRoute.self) { .article(id: $0.id) } from: { library.article($0) }
    /// ```
    ///
    /// The closures run on the main actor. A model without a stored element ends the stored stack, and an
    /// element without a model ends the restored path. The rest is as for a path of elements.
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
      navPersisted(
        path.stored(encode, from: decode), stack: name, expiresAfter: expiresAfter)
    }

    /// Restores and saves a value that the app owns: a tab, a sheet, a selection.
    ///
    /// ```swift
    /// .navPersistedValue($router.tab, named: "tab")
    /// ```
    ///
    /// Saved soon after each change. It is the account's: in a window of another account it is what was saved
    /// there, else what it was first. If it is a route, or an optional one, that is removed, it is what it was
    /// first. A value over 64 KiB stays in memory, and is logged.
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
    /// - Throws: Nothing. It is declared as throwing so that a call in a view's body doesn't compile,
    ///   because the compiler prefers another overload to an unavailable one.
    @available(*, deprecated, message: "a path needs navPersisted(_:)")
    public func navPersistedValue<Element: NavRoute>(
      _ path: Binding<[Element]>, named name: String
    ) throws -> some View { self }
  }

  extension Binding {
    /// The path of elements that a path of models is stored as.
    fileprivate func stored<Model: Equatable, Element: NavElement>(
      _ encode: @escaping @MainActor (Model) -> Element?,
      from decode: @escaping @MainActor (Element) -> Model?
    ) -> Binding<[Element]> where Value == [Model] {
      // NB: both closures run on the main actor.
      nonisolated(unsafe) let models = self
      return Binding<[Element]> {
        MainActor.assumeIsolated { models.wrappedValue.prefixMap(encode) }
      } set: { path in
        MainActor.assumeIsolated { models.wrappedValue = path.prefixMap(decode) }
      }
    }
  }

  extension Sequence {
    /// The results up to the first `nil`.
    @MainActor
    fileprivate func prefixMap<Result>(_ transform: @MainActor (Element) -> Result?) -> [Result] {
      var results: [Result] = []
      for element in self {
        guard let result = transform(element) else { break }
        results.append(result)
      }
      return results
    }
  }

  /// Keeps a value of the window and one of the app's the same.
  private struct PersistsValue<Value: Codable & Equatable>: ViewModifier {
    @Binding var value: Value
    let name: String
    let window: NavWindow

    @State private var mirror = ValueMirror<Value>()

    func body(content: Content) -> some View {
      content
        .onAppear { take(mirror.start(name, in: window, with: value)) }
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

  /// Keeps a stack and a path of the app's the same.
  private struct PersistsPath<Element: NavElement>: ViewModifier {
    @Binding var path: [Element]
    let router: NavRouter<Element>

    @State private var mirror = PathMirror<Element>()

    func body(content: Content) -> some View {
      let key = ShownStack(router.context, stack: router.stackName)
      return
        content
        .onAppear { start(key) }
        .onChange(of: key) { _, key in start(key) }
        .onChange(of: path) { _, path in mirror.record(path, for: key) }
        .onChange(of: mirror.latest) {
          if let changed = mirror.takeChange() { path = changed }
        }
        .navRouter(router)
    }

    private func start(_ key: ShownStack) {
      let saved = mirror.start(key, with: path) { router }
      guard let saved else { return }
      ChangeAnimation.perform(false) { path = saved }
    }
  }
#endif
