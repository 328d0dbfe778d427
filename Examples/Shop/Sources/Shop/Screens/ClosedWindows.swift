#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// Windows that were closed: opened again, they come back with their stacks and drafts.
  struct ClosedWindows: View {
    let scenes: [NavStore.Scene]

    @Environment(\.openWindow) private var openWindow

    var body: some View {
      Section("Recently closed windows") {
        ForEach(scenes) { scene in
          Button {
            open(scene)
          } label: {
            Text(scene.closedAt ?? scene.openedAt, style: .relative)
          }
        }
      }
    }

    private func open(_ scene: NavStore.Scene) {
      // The window claims the scene that its value names.
      _ = try? NavStore.shop.reopenScene(scene.id) { openWindow(value: NavSceneID(key: $0.id)) }
    }
  }
#endif
