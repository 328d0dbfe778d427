import CSQLCipher
import NavStore

// Named, so that the linker keeps the library, as in an app that gives its database a key.
_ = sqlite3_key(nil, nil, 0)
_ = NavStore.inMemory().openProblem
