; What the compiled code needs of memory. It begins where the data ends and only grows.

; A block that compiled code asks for: what Numba's runtime calls a meminfo. While it is free, `info` is the next free one.
%block = type { i64, ptr, ptr, ptr }                  ; references, size class, info, data

@free = internal global [33 x ptr] zeroinitializer    ; the first free block by size class, the binary logarithm
@top = internal global i32 0                          ; where memory that nobody has asked for begins, once it is known
@__heap_base = external global i8

declare i32 @llvm.wasm.memory.size.i32(i32)
declare i32 @llvm.wasm.memory.grow.i32(i32, i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare double @llvm.sqrt.f64(double)
declare void @llvm.trap()

; Reserve bytes for the caller's arrays and for blocks; they are never freed. Traps if memory is exhausted.
define ptr @reserve(i32 %size) noinline {
  %known = load i32, ptr @top
  %unset = icmp eq i32 %known, 0
  %base = ptrtoint ptr @__heap_base to i32
  %free = select i1 %unset, i32 %base, i32 %known
  %rounded = add i32 %free, 15
  %from = and i32 %rounded, -16
  %end = add i32 %from, %size
  %wraps = icmp ult i32 %end, %from
  br i1 %wraps, label %full, label %fits
fits:
  %last = sub i32 %end, 1
  %last.page = lshr i32 %last, 16
  %wanted = add i32 %last.page, 1
  %pages = call i32 @llvm.wasm.memory.size.i32(i32 0)
  %more = icmp ugt i32 %wanted, %pages
  br i1 %more, label %grow, label %ready
grow:
  %by = sub i32 %wanted, %pages
  %got = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %by)
  %failed = icmp eq i32 %got, -1
  br i1 %failed, label %full, label %ready
full:
  call void @llvm.trap()
  unreachable
ready:
  store i32 %end, ptr @top
  %memory = inttoptr i32 %from to ptr
  ret ptr %memory
}

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) noinline {
  %bytes = trunc i64 %size to i32
  %whole = add i32 %bytes, 31                         ; with the 32 bytes of the block itself, less one
  %zeros = call i32 @llvm.ctlz.i32(i32 %whole, i1 false)
  %class = sub i32 32, %zeros
  %list = getelementptr [33 x ptr], ptr @free, i32 0, i32 %class
  %first = load ptr, ptr %list
  %none = icmp eq ptr %first, null
  br i1 %none, label %new, label %again
new:
  %room = shl i32 1, %class
  %fresh = call ptr @reserve(i32 %room)
  br label %done
again:
  %next.at = getelementptr %block, ptr %first, i32 0, i32 2
  %next = load ptr, ptr %next.at
  store ptr %next, ptr %list
  br label %done
done:
  %made = phi ptr [ %fresh, %new ], [ %first, %again ]
  store i64 1, ptr %made
  %class.at = getelementptr %block, ptr %made, i32 0, i32 1
  %class.kept = inttoptr i32 %class to ptr
  store ptr %class.kept, ptr %class.at
  %data = getelementptr i8, ptr %made, i32 32
  %data.at = getelementptr %block, ptr %made, i32 0, i32 3
  store ptr %data, ptr %data.at
  ret ptr %made
}

define ptr @NRT_MemInfo_alloc_safe_aligned(i64 %size, i32 %align) {
  %made = call ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align)
  ret ptr %made
}

; Nobody refers to a block any more.
define void @NRT_MemInfo_call_dtor(ptr %gone) {
  %class.at = getelementptr %block, ptr %gone, i32 0, i32 1
  %class.kept = load ptr, ptr %class.at
  %class = ptrtoint ptr %class.kept to i32
  %list = getelementptr [33 x ptr], ptr @free, i32 0, i32 %class
  %first = load ptr, ptr %list
  %next.at = getelementptr %block, ptr %gone, i32 0, i32 2
  store ptr %first, ptr %next.at
  store ptr %gone, ptr %list
  ret void
}

; The one function of C's library that the kernel may call: WebAssembly has it as an instruction, and it is exact.
define double @sqrt(double %number) alwaysinline {
  %root = call double @llvm.sqrt.f64(double %number)
  ret double %root
}
