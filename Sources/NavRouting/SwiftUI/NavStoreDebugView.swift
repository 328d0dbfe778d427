import NavStore

extension NavStore {
  /// What ``NavStoreDebugView`` shows; what cannot be read says why.
  func debugReport(redacting: Bool) async -> String {
    do throws(NavStore.Error) {
      let diagnostics = try await diagnostics()
      return "\(diagnostics)\n\n\(try await dump(redacting: redacting))"
    } catch {
      return "\(error)"
    }
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  /// What a store holds and what went wrong with it, for a developer's menu or a bug report:
  /// ``/NavStore/NavStore/diagnostics()`` and ``/NavStore/NavStore/dump(redacting:)``, read when the view
  /// appears. In English, not for users.
  ///
  /// Without routes, keys and titles until its reader asks for them.
  public struct NavStoreDebugView: View {
    private let given: NavStore?

    @Environment(\.navWindow) private var window
    @State private var showsRoutes = false
    @State private var report = ""

    /// A view of a store; that of the window unless given.
    public init(_ store: NavStore? = nil) {
      given = store
    }

    /// The report, and what it shows.
    public var body: some View {
      ScrollView {
        VStack(alignment: .leading) {
          Toggle("Routes, keys and values", isOn: $showsRoutes)
          text
        }
        .padding()
      }
      .navigationTitle("NavStore")
      .task(id: showsRoutes) {
        report = await (given ?? window.store).debugReport(redacting: !showsRoutes)
      }
    }

    private var text: some View {
      let text = Text(report).font(.caption.monospaced())
      #if os(tvOS) || os(watchOS)
        return text
      #else
        return text.textSelection(.enabled)
      #endif
    }
  }
#endif
