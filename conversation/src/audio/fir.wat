;; A polyphase filter over a piece of sound. Every pointer counts bytes.
(module
  (memory (import "room" "memory") 1)

  ;; Samples of 16 bits become floats. `end` is that of `from`, whose length is rounded up to 16 bytes.
  (func (export "widen") (param $from i32) (param $end i32) (param $to i32)
    (local $v v128)
    (loop $piece
      (local.set $v (v128.load (local.get $from)))
      (v128.store (local.get $to) (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $v))))
      (v128.store offset=16 (local.get $to) (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $v))))
      (local.set $from (i32.add (local.get $from) (i32.const 16)))
      (local.set $to (i32.add (local.get $to) (i32.const 32)))
      (br_if $piece (i32.lt_u (local.get $from) (local.get $end)))))

  ;; out[n] = the sum of the taps at x times those of a phase, rounded and cut to 16 bits. From one to the next the place in x grows by
  ;; `whole` samples and the phase by `part`, of `up`. There are a multiple of four taps.
  (func (export "filter")
    (param $x i32) (param $phase i32) (param $bank i32) (param $out i32) (param $end i32)
    (param $up i32) (param $whole i32) (param $part i32) (param $taps i32)
    (local $h i32) (local $c i32) (local $cEnd i32) (local $bytes i32) (local $a v128)
    (local.set $bytes (i32.shl (local.get $taps) (i32.const 2)))
    (loop $each
      (local.set $h (local.get $x))
      (local.set $c (i32.add (local.get $bank) (i32.mul (local.get $phase) (local.get $bytes))))
      (local.set $cEnd (i32.add (local.get $c) (local.get $bytes)))
      (local.set $a (v128.const f32x4 0 0 0 0))
      (loop $tap
        (local.set $a (f32x4.add (local.get $a) (f32x4.mul (v128.load (local.get $h)) (v128.load (local.get $c)))))
        (local.set $h (i32.add (local.get $h) (i32.const 16)))
        (local.set $c (i32.add (local.get $c) (i32.const 16)))
        (br_if $tap (i32.lt_u (local.get $c) (local.get $cEnd))))
      (local.set $a (f32x4.add (local.get $a)
        (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $a) (local.get $a))))
      (local.set $a (f32x4.add (local.get $a)
        (i8x16.shuffle 4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11 (local.get $a) (local.get $a))))
      (local.set $a (i32x4.trunc_sat_f32x4_s (f32x4.nearest (local.get $a))))
      (v128.store16_lane 0 (local.get $out) (i16x8.narrow_i32x4_s (local.get $a) (local.get $a)))
      (local.set $out (i32.add (local.get $out) (i32.const 2)))
      (local.set $x (i32.add (local.get $x) (i32.shl (local.get $whole) (i32.const 2))))
      (local.set $phase (i32.add (local.get $phase) (local.get $part)))
      (if (i32.ge_u (local.get $phase) (local.get $up)) (then
        (local.set $phase (i32.sub (local.get $phase) (local.get $up)))
        (local.set $x (i32.add (local.get $x) (i32.const 4)))))
      (br_if $each (i32.lt_u (local.get $out) (local.get $end))))))
