//! Grids of any cells, by the places of the cells row by row: straight lines, and connected areas.

/// All straight runs of k cells, one behind the other: along rows, columns and both diagonals, each once.
pub fn lines(height: usize, width: usize, k: i64) -> Vec<usize> {
    let (height, width) = (height as i64, width as i64);
    let mut out = Vec::new();
    if k < 1 || k > height.max(width) {
        return out;
    }
    // A single cell lies in one line, not in four.
    let directions: &[(i64, i64)] = if k == 1 { &[(0, 1)] } else { &[(0, 1), (1, 0), (1, 1), (1, -1)] };
    for &(down, right) in directions {
        for (r, c) in (0..height).flat_map(|r| (0..width).map(move |c| (r, c))) {
            let (last_r, last_c) = (r + down * (k - 1), c + right * (k - 1));
            if last_r < height && (0..width).contains(&last_c) {
                out.extend((0..k).map(|i| ((r + down * i) * width + c + right * i) as usize));
            }
        }
    }
    out
}

/// A connected area, trimmed to its box.
pub struct Area {
    /// Columns of the box.
    pub width: usize,
    /// Which cells of the box belong to the area, row by row.
    pub cells: Vec<bool>,
}

/// The areas of the cells for which `is` holds, connected by sides, from top to bottom and left to right.
pub fn areas(height: usize, width: usize, is: impl Fn(usize) -> bool) -> Vec<Area> {
    let mut area = vec![0usize; height * width];
    let (mut out, mut waiting) = (Vec::new(), Vec::new());
    for start in 0..height * width {
        if area[start] != 0 || !is(start) {
            continue;
        }
        let own = out.len() + 1;
        area[start] = own;
        waiting.push(start);
        let (mut top, mut bottom, mut left, mut right) = (height, 0, width, 0);
        while let Some(cell) = waiting.pop() {
            let (r, c) = (cell / width, cell % width);
            (top, bottom, left, right) = (top.min(r), bottom.max(r), left.min(c), right.max(c));
            let mut visit = |next: usize| {
                if area[next] == 0 && is(next) {
                    area[next] = own;
                    waiting.push(next);
                }
            };
            if r > 0 {
                visit(cell - width);
            }
            if r + 1 < height {
                visit(cell + width);
            }
            if c > 0 {
                visit(cell - 1);
            }
            if c + 1 < width {
                visit(cell + 1);
            }
        }
        let places = (top..=bottom).flat_map(|r| (left..=right).map(move |c| r * width + c));
        out.push(Area { width: right - left + 1, cells: places.map(|at| area[at] == own).collect() });
    }
    out
}
