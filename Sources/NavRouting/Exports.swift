// Whoever routes also stores: one import is enough.
@_exported import NavStore
