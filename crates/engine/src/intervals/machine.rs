//! The loops over all intervals of one length, compiled a second time for AVX2, which is used where the processor
//! has it.

#![allow(unsafe_code)]

use std::ops::{Add, Sub};

/// A number of a table: 32 bits where all fit, else 64.
pub(super) trait Number: Copy + Ord + Add<Output = Self> + Sub<Output = Self> + Into<i64> {
    const ZERO: Self;

    /// The number, which is known to fit.
    fn of(number: i64) -> Self;
}

impl Number for i32 {
    const ZERO: Self = 0;

    #[allow(clippy::cast_possible_truncation)] // the caller chose the width by the size of the numbers
    fn of(number: i64) -> Self {
        number as i32
    }
}

impl Number for i64 {
    const ZERO: Self = 0;

    fn of(number: i64) -> Self {
        number
    }
}

macro_rules! kernels {
    ($($(#[$doc:meta])* $name:ident, $fast:ident, $plain:ident ($($arg:ident: $type:ty),*) $body:block)*) => {$(
        $(#[$doc])*
        #[inline]
        pub(super) fn $name<T: Number>($($arg: $type),*) {
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has the instructions the function is compiled for.
                return unsafe { $fast($($arg),*) };
            }
            $plain($($arg),*)
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2")]
        fn $fast<T: Number>($($arg: $type),*) {
            $plain($($arg),*)
        }

        #[inline(always)]
        fn $plain<T: Number>($($arg: $type),*) $body
    )*};
}

kernels! {
    /// The smaller of two numbers, place by place.
    smaller, smaller_avx2, smaller_with(out: &mut [T], a: &[T], b: &[T]) {
        for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
            *out = a.min(b);
        }
    }

    /// Lowers numbers to others.
    lower, lower_avx2, lower_with(out: &mut [T], to: &[T]) {
        for (out, &to) in out.iter_mut().zip(to) {
            *out = (*out).min(to);
        }
    }

    /// Twice the sum of each interval, less the smallest W that a move leaves. Sums are from the start of the row to
    /// the two ends of the interval.
    settle, settle_avx2, settle_with(out: &mut [T], from: &[T], to: &[T]) {
        for ((out, &from), &to) in out.iter_mut().zip(from).zip(to) {
            let sum = to - from;
            *out = sum + sum - *out;
        }
    }

    /// The sum of each interval.
    sums, sums_avx2, sums_with(out: &mut [T], from: &[T], to: &[T]) {
        for ((out, &from), &to) in out.iter_mut().zip(from).zip(to) {
            *out = to - from;
        }
    }
}
