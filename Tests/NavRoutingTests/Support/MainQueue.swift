import Dispatch

/// Waits until all blocks have run that were added to the main queue before this call.
func mainQueue() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.main.async { continuation.resume() }
  }
}
