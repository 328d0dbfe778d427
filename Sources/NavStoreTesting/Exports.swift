// Whoever tests routes stores them: one import is enough.
@_exported import NavStore
