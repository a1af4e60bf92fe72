;; The K-weighting of k-weighting.ts over two stretches of 16-bit samples at once, one in each lane of a 128-bit value: the
;; same arithmetic in the same order, for less than half the time. After a change: npm run build:wasm.
;;
;; Memory, in bytes:
;;       0  the coefficients, f64 each: shelf b0, b1, b2, a1, a2, pass a1, a2
;;      64  the filters' memory, a pair of f64 each: x1, x2, shelf1, shelf2, y1, y2
;;     160  out: the energies (sums of squares) of what was weighed, one f64 for each lane
;;     176  the highest magnitude of a sample so far, one f64 for each lane
;;     256  samples of the first lane, 16-bit
;;   65536  samples of the second lane
(module
  (memory (export "memory") 2)

  ;; Weighs the first `count` samples of both lanes (at least one).
  (func (export "weigh") (param $count i32)
    (local $at i32) (local $end i32)
    (local $b0 v128) (local $b1 v128) (local $b2 v128) (local $a1 v128) (local $a2 v128)
    (local $pass_a1 v128) (local $pass_a2 v128)
    (local $x v128) (local $x1 v128) (local $x2 v128)
    (local $shelf v128) (local $shelf1 v128) (local $shelf2 v128)
    (local $y v128) (local $y1 v128) (local $y2 v128)
    (local $energy v128) (local $highest v128)
    (local.set $b0 (v128.load64_splat (i32.const 0)))
    (local.set $b1 (v128.load64_splat (i32.const 8)))
    (local.set $b2 (v128.load64_splat (i32.const 16)))
    (local.set $a1 (v128.load64_splat (i32.const 24)))
    (local.set $a2 (v128.load64_splat (i32.const 32)))
    (local.set $pass_a1 (v128.load64_splat (i32.const 40)))
    (local.set $pass_a2 (v128.load64_splat (i32.const 48)))
    (local.set $x1 (v128.load (i32.const 64)))
    (local.set $x2 (v128.load (i32.const 80)))
    (local.set $shelf1 (v128.load (i32.const 96)))
    (local.set $shelf2 (v128.load (i32.const 112)))
    (local.set $y1 (v128.load (i32.const 128)))
    (local.set $y2 (v128.load (i32.const 144)))
    (local.set $highest (v128.load (i32.const 176)))
    (local.set $end (i32.shl (local.get $count) (i32.const 1)))
    (loop $next
      (local.set $x
        (f64x2.replace_lane 1
          (f64x2.splat (f64.convert_i32_s (i32.load16_s offset=256 (local.get $at))))
          (f64.convert_i32_s (i32.load16_s offset=65536 (local.get $at)))))
      (local.set $highest (f64x2.pmax (local.get $highest) (f64x2.abs (local.get $x))))
      (local.set $shelf
        (f64x2.sub
          (f64x2.sub
            (f64x2.add
              (f64x2.add
                (f64x2.mul (local.get $b0) (local.get $x))
                (f64x2.mul (local.get $b1) (local.get $x1)))
              (f64x2.mul (local.get $b2) (local.get $x2)))
            (f64x2.mul (local.get $a2) (local.get $shelf2)))
          (f64x2.mul (local.get $a1) (local.get $shelf1))))
      (local.set $y
        (f64x2.sub
          (f64x2.sub
            (f64x2.sub
              (f64x2.sub (local.get $shelf) (local.get $shelf1))
              (f64x2.sub (local.get $shelf1) (local.get $shelf2)))
            (f64x2.mul (local.get $pass_a2) (local.get $y2)))
          (f64x2.mul (local.get $pass_a1) (local.get $y1))))
      (local.set $energy (f64x2.add (local.get $energy) (f64x2.mul (local.get $y) (local.get $y))))
      (local.set $x2 (local.get $x1))
      (local.set $x1 (local.get $x))
      (local.set $shelf2 (local.get $shelf1))
      (local.set $shelf1 (local.get $shelf))
      (local.set $y2 (local.get $y1))
      (local.set $y1 (local.get $y))
      (local.set $at (i32.add (local.get $at) (i32.const 2)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
    (v128.store (i32.const 64) (local.get $x1))
    (v128.store (i32.const 80) (local.get $x2))
    (v128.store (i32.const 96) (call $audible (local.get $shelf1)))
    (v128.store (i32.const 112) (call $audible (local.get $shelf2)))
    (v128.store (i32.const 128) (call $audible (local.get $y1)))
    (v128.store (i32.const 144) (call $audible (local.get $y2)))
    (v128.store (i32.const 160) (local.get $energy))
    (v128.store (i32.const 176) (local.get $highest)))

  ;; A filter ringing out into silence would reach subnormal numbers, which cost a hundred times more.
  (func $audible (param $value v128) (result v128)
    (v128.and
      (local.get $value)
      (f64x2.ge (f64x2.abs (local.get $value)) (f64x2.splat (f64.const 1e-25))))))
