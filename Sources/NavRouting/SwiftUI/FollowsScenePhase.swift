#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(SwiftUI)
  import Dispatch
  import NavStore
  import SwiftUI

  /// Tells a router of its window's phases, and saves when the user leaves.
  struct FollowsScenePhase: ViewModifier {
    let sceneBecame: @MainActor (NavStore.ScenePhase) -> Void
    let flush: @MainActor () async -> Void
    let store: @MainActor () -> NavStore?

    @Environment(\.scenePhase) private var phase
    @State private var owner = Owner()

    /// Stands for the view in the count of windows.
    private final class Owner: Sendable {}

    init(
      sceneBecame: @escaping @MainActor (NavStore.ScenePhase) -> Void,
      flush: @escaping @MainActor () async -> Void,
      store: @escaping @MainActor () -> NavStore?
    ) {
      self.sceneBecame = sceneBecame
      self.flush = flush
      self.store = store
    }

    func body(content: Content) -> some View {
      // Before the stack is read: one that is restored in the background is shown later.
      if phase == .background { sceneBecame(.background) }
      return
        content
        .onChange(of: phase, initial: true) { _, phase in
          sceneBecame(phase.known)
          switch SceneActivity.shared.note(phase.known, of: owner) {
          case .nothing: break
          case .flush: Task { await flush() }
          case .suspend: suspend()
          }
        }
        .onAppear { SceneActivity.shared.note(phase.known, of: owner) }
        .onDisappear { SceneActivity.shared.forget(owner) }
    }

    /// Lets go of the file where the system is about to suspend the app.
    private func suspend() {
      #if os(macOS)
        Task { await flush() }
      #else
        guard let store = store() else { return }
        // The end of the turn first: only the router knows of it.
        StoreSuspension.begin(store, after: flush)
      #endif
    }
  }

  /// Suspends a store, and asks the system for the time that takes.
  enum StoreSuspension {
    static func begin(_ store: NavStore, after flush: @escaping @MainActor () async -> Void) {
      #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        ProcessInfo.processInfo.performExpiringActivity(withReason: "NavStore") { isExpired in
          guard !isExpired else { return }
          // The activity lasts as long as its block runs, on a queue of the system's own.
          let isDone = DispatchSemaphore(value: 0)
          Task.detached {
            await flush()
            // What could not be saved stays in memory, and is tried again.
            try? await store.suspend()
            isDone.signal()
          }
          isDone.wait()
        }
      #else
        Task {
          await flush()
          try? await store.suspend()
        }
      #endif
    }
  }

  extension ScenePhase {
    var known: NavStore.ScenePhase {
      switch self {
      case .active: .active
      case .background: .background
      default: .inactive
      }
    }
  }
#endif
