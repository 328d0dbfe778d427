import Dispatch

/// Waits until all work is done that has been added to the main queue so far.
func mainQueue() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.main.async { continuation.resume() }
  }
}
