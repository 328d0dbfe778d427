// One import is enough to inspect a store.
@_exported import NavStore
