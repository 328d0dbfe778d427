#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import NavStore
  import SwiftUI

  /// The menu item Reopen Closed Window (⇧⌘T), and a menu of the windows that the user closed.
  ///
  /// ```swift
  /// WindowGroup(for: NavScene.self) { scene in
  ///   NavWindowView(scene: scene.wrappedValue) { window in MailView(window: window) }
  /// }
  /// .commands { NavReopenWindowCommands() }
  /// ```
  ///
  /// Each window is listed with the title of its top screen, and is reopened with its stacks. Each
  /// update of the menu costs one short read of the store.
  public struct NavReopenWindowCommands: Commands {
    private let id: String?
    private let group: String
    private let limit: Int
    private let store: NavStore

    /// Creates the menu items.
    ///
    /// - Parameters:
    ///   - id: The identifier of the app's window group for ``/NavStore/NavScene``, if the app has
    ///     several.
    ///   - group: The kind of window, in an app that has several kinds.
    ///   - limit: The maximum number of windows in the menu.
    ///   - store: The store that keeps the windows.
    public init(
      id: String? = nil, group: String = "window", limit: Int = 10, store: NavStore = .standard
    ) {
      (self.id, self.group, self.limit, self.store) = (id, group, limit, store)
    }

    /// The content of the menu.
    public var body: some Commands {
      CommandGroup(after: .newItem) { Items(commands: self) }
    }

    /// The menu items as a view, because commands can't use `openWindow`.
    private struct Items: View {
      let commands: NavReopenWindowCommands

      @Environment(\.openWindow) private var openWindow

      var body: some View {
        let scenes = SceneClaims.shared.closed(
          group: commands.group, limit: commands.limit, in: commands.store)
        Button(NavText.reopenClosedWindow) { scenes.first.map(open) }
          .keyboardShortcut("t", modifiers: [.command, .shift])
          .disabled(scenes.isEmpty)
        Menu(NavText.closedWindows) {
          ForEach(scenes) { scene in
            Button(scene.title ?? NavText.home) { open(scene) }
          }
        }
        .disabled(scenes.isEmpty)
      }

      private func open(_ scene: NavScene) {
        if let id = commands.id {
          openWindow(id: id, value: scene)
        } else {
          openWindow(value: scene)
        }
      }
    }
  }
#endif
