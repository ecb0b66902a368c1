//! Arrays for NumPy: the `.npy` format, version 1.0, in C order.

use std::io::{self, Write};

/// The type of the elements: the narrowest that holds a range of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    signed: bool,
    bytes: usize,
}

impl Kind {
    /// For values between these. Types with a sign leave out their smallest value if `spare`: it is free for a mark.
    /// Values of 65 bits fit none: `None`.
    pub fn holding(least: i128, most: i128, spare: bool) -> Option<Kind> {
        let signed = least < 0 || spare;
        let fits = |bytes: &usize| {
            let bits = *bytes as u32 * 8;
            if signed {
                let half = 1i128 << (bits - 1);
                least >= -half + i128::from(spare) && most < half
            } else {
                most < 1i128 << bits
            }
        };
        [1, 2, 4, 8].into_iter().find(fits).map(|bytes| Kind { signed, bytes })
    }

    /// The smallest value of the type.
    pub fn least(self) -> i128 {
        if self.signed { -(1i128 << (self.bytes * 8 - 1)) } else { 0 }
    }

    /// As NumPy writes it: `|u1`, `<i4`.
    pub fn name(self) -> String {
        let order = if self.bytes == 1 { '|' } else { '<' };
        let letter = if self.signed { 'i' } else { 'u' };
        format!("{order}{letter}{}", self.bytes)
    }
}

/// Writes the head of an array; its elements follow, the last axis fastest.
pub fn head(out: &mut dyn Write, kind: Kind, shape: &[u64]) -> io::Result<()> {
    let sizes: String = match shape {
        [one] => format!("{one},"),
        many => many.iter().map(u64::to_string).collect::<Vec<_>>().join(", "),
    };
    let mut text = format!("{{'descr': '{}', 'fortran_order': False, 'shape': ({sizes}), }}", kind.name());
    // Elements begin at a multiple of 64; the text ends with a line end.
    let length = (10 + text.len() + 1).next_multiple_of(64) - 10;
    text.push_str(&" ".repeat(length - text.len() - 1));
    text.push('\n');
    out.write_all(b"\x93NUMPY\x01\x00")?;
    out.write_all(&(length as u16).to_le_bytes())?;
    out.write_all(text.as_bytes())
}

/// Writes one element.
pub fn element(out: &mut dyn Write, kind: Kind, value: i128) -> io::Result<()> {
    // `Kind::holding` chose a type that holds it, so only sign bits are cut off.
    out.write_all(&value.to_le_bytes()[..kind.bytes])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrowest_types() {
        for (least, most, spare, name) in [
            (0, 0, false, "|u1"),
            (0, 255, false, "|u1"),
            (0, 256, false, "<u2"),
            (0, i128::from(u64::MAX), false, "<u8"),
            (0, 127, true, "|i1"),
            (-128, 0, false, "|i1"),
            (-128, 0, true, "<i2"),
            (0, 128, true, "<i2"),
            (i128::from(i64::MIN), 0, false, "<i8"),
        ] {
            assert_eq!(Kind::holding(least, most, spare).unwrap().name(), name, "{least}..{most}");
        }
        assert_eq!(Kind::holding(0, i128::from(u64::MAX), true), None);
        assert_eq!(Kind::holding(0, 5, true).unwrap().least(), -128);
    }

    #[test]
    fn heads_are_aligned() {
        for shape in [vec![5], vec![3, 4], vec![2, 3, 4], vec![100_000_000]] {
            let mut out = Vec::new();
            head(&mut out, Kind { signed: false, bytes: 2 }, &shape).unwrap();
            assert_eq!(out.len() % 64, 0);
            assert_eq!(out.last(), Some(&b'\n'));
        }
    }
}
