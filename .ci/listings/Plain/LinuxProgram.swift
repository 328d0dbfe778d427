//= GettingStarted.md 2
