//= GettingStarted.md 3
