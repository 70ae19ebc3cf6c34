;; out[r] = sum over c of rows[r][c] * query[c], all in bytes with a sign. length is a multiple of 16, so is every pointer.
(module
  (memory (import "room" "memory") 1)
  (func (export "dots") (param $row i32) (param $end i32) (param $query i32) (param $length i32) (param $out i32)
    (local $q i32) (local $queryEnd i32) (local $a v128) (local $b v128) (local $v v128) (local $w v128)
    (local.set $queryEnd (i32.add (local.get $query) (local.get $length)))
    (loop $each
      (local.set $a (v128.const i32x4 0 0 0 0))
      (local.set $b (local.get $a))
      (local.set $q (local.get $query))
      (loop $piece
        (local.set $v (v128.load (local.get $row)))
        (local.set $w (v128.load (local.get $q)))
        (local.set $a (i32x4.add (local.get $a)
          (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $v)) (i16x8.extend_low_i8x16_s (local.get $w)))))
        (local.set $b (i32x4.add (local.get $b)
          (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $v)) (i16x8.extend_high_i8x16_s (local.get $w)))))
        (local.set $row (i32.add (local.get $row) (i32.const 16)))
        (local.set $q (i32.add (local.get $q) (i32.const 16)))
        (br_if $piece (i32.lt_u (local.get $q) (local.get $queryEnd))))
      (local.set $a (i32x4.add (local.get $a) (local.get $b)))
      (i32.store (local.get $out)
        (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $a)) (i32x4.extract_lane 1 (local.get $a)))
          (i32.add (i32x4.extract_lane 2 (local.get $a)) (i32x4.extract_lane 3 (local.get $a)))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $each (i32.lt_u (local.get $row) (local.get $end))))))
