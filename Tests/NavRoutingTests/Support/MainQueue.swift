import Dispatch

/// Until all that was handed to the main queue so far is done.
func mainQueue() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.main.async { continuation.resume() }
  }
}
