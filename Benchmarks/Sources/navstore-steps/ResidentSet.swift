#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The resident set of this process, which is its memory that isn't swapped out.
enum ResidentSet {
  /// The size of the resident set; 0 if the system doesn't report it.
  static var bytes: Int {
    #if canImport(Darwin)
      var info = mach_task_basic_info()
      var count = mach_msg_type_number_t(
        MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
      let result = withUnsafeMutablePointer(to: &info) { info in
        info.withMemoryRebound(to: integer_t.self, capacity: Int(count)) { info in
          task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), info, &count)
        }
      }
      return result == KERN_SUCCESS ? Int(info.resident_size) : 0
    #else
      // The second number in this file is the number of resident pages (proc(5)).
      guard let file = fopen("/proc/self/statm", "r") else { return 0 }
      defer { fclose(file) }
      var buffer = [CChar](repeating: 0, count: 128)
      guard fgets(&buffer, Int32(buffer.count), file) != nil else { return 0 }
      let numbers = buffer.prefix { $0 != 0 }.split(separator: 32)
      guard numbers.count > 1 else { return 0 }
      let pages = numbers[1].reduce(0) { $0 * 10 + Int($1) - 48 }
      return pages * sysconf(Int32(_SC_PAGESIZE))
    #endif
  }
}
