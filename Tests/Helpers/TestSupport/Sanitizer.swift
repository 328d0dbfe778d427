import Foundation

/// Whether the build uses the address or thread sanitizer. If it does, measured time and memory
/// include the sanitizer's.
package let isSanitized: Bool = {
  let program = dlopen(nil, RTLD_NOW)
  return dlsym(program, "__asan_init") != nil || dlsym(program, "__tsan_init") != nil
}()
