//! The numbers along the edges: as many as can be read, at round steps.

use crate::grid::Axis;

/// The smallest of 1, 2, 5, 10, 20 … places that leaves `room` for each label.
pub fn round_step(place: f32, room: f32) -> usize {
    let mut ten = 1usize;
    loop {
        for lead in [1, 2, 5] {
            let step = lead * ten;
            if step as f32 * place >= room || step >= 1_000_000_000 {
                return step;
            }
        }
        ten *= 10;
    }
}

/// The places of an axis that have labels, at multiples of a round step.
pub fn ticks(axis: Option<&Axis>, len: usize, step: usize) -> impl Iterator<Item = usize> {
    let first = axis.and_then(Axis::first).unwrap_or(0);
    let step = step.max(1);
    let begin = first.rem_euclid(step as i64);
    let begin = if begin == 0 { 0 } else { step - begin as usize };
    (begin..len).step_by(step)
}

/// A pleasant number of cells in a line of a strip: all of a short one; otherwise a multiple of `multiple`, about so that
/// the picture is twice as wide as high.
pub fn natural_wrap(total: usize, most: usize, multiple: usize) -> usize {
    if total <= most {
        return total.max(1);
    }
    let wide = ((total as f64 * 2.0).sqrt() as usize).max(most);
    match multiple {
        0 | 1 => wide - wide % 10,
        m if wide > m => wide - wide % m,
        _ => wide,
    }
    .max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Labels;

    #[test]
    fn steps_are_round() {
        for (place, room, step) in
            [(20.0, 18.0, 1), (10.0, 18.0, 2), (4.0, 18.0, 5), (1.0, 30.0, 50), (0.5, 30.0, 100)]
        {
            assert_eq!(round_step(place, room), step, "{place} {room}");
        }
    }

    #[test]
    fn ticks_stand_at_round_numbers() {
        let axis = |first| Axis { name: "n".into(), len: 12, labels: Labels::From(first) };
        let at = |first: i64, step| ticks(Some(&axis(first)), 12, step).collect::<Vec<_>>();
        assert_eq!(at(0, 5), [0, 5, 10]);
        assert_eq!(at(3, 5), [2, 7]);
        assert_eq!(at(-3, 5), [3, 8]);
    }

    #[test]
    fn strips_are_broken() {
        assert_eq!(natural_wrap(30, 40, 1), 30);
        assert_eq!(natural_wrap(1000, 40, 1), 40);
        assert_eq!(natural_wrap(1000, 40, 12), 36);
        assert_eq!(natural_wrap(20_000, 40, 1), 200);
        assert_eq!(natural_wrap(0, 40, 1), 1);
    }
}
