import Foundation

/// Whether the build uses the address or thread sanitizer. Measured time and memory then include
/// the costs of the sanitizer.
package let isSanitized: Bool = {
  let program = dlopen(nil, RTLD_NOW)
  return dlsym(program, "__asan_init") != nil || dlsym(program, "__tsan_init") != nil
}()
