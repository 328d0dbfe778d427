#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// Windows that were closed: opened again, they come back with their stacks and drafts.
  struct ClosedWindows: View {
    @Environment(\.openWindow) private var openWindow
    @State private var scenes: [NavStore.Scene] = []

    var body: some View {
      Section("Recently closed windows") {
        ForEach(scenes) { scene in
          Button {
            open(scene)
          } label: {
            Text(scene.savedAt ?? scene.openedAt, style: .relative)
          }
        }
      }
      .onAppear(perform: read)
    }

    private func open(_ scene: NavStore.Scene) {
      // The window claims the scene that its value names.
      _ = try? NavStore.shop.reopenScene(scene.key) { openWindow(value: NavSceneID(key: $0.key)) }
      read()
    }

    private func read() {
      scenes = (try? NavStore.shop.recentlyClosed(limit: 5)) ?? []
    }
  }
#endif
