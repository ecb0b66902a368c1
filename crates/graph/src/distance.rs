//! Distances: the edges of shortest ways from one node.

use crate::Rows;

/// The distance of every node from one, or those found by the time `to` is reached; the number of nodes stands for "no
/// way". `pay` is told of the steps that it takes, and may stop it.
pub fn from<E>(
    rows: &Rows,
    from: u32,
    to: Option<u32>,
    pay: &mut dyn FnMut(u64) -> Result<(), E>,
) -> Result<Vec<u32>, E> {
    let nodes = rows.nodes();
    pay(nodes as u64 / 64 + 1)?;
    let nowhere = nodes as u32;
    let mut found = vec![nowhere; nodes];
    let mut waiting = vec![from];
    found[from as usize] = 0;
    let mut next = 0;
    while next < waiting.len() {
        let node = waiting[next];
        if Some(node) == to {
            break;
        }
        next += 1;
        let heads = rows.of(node);
        pay(heads.len() as u64 + 1)?;
        for &head in heads {
            if found[head as usize] == nowhere {
                found[head as usize] = found[node as usize] + 1;
                waiting.push(head);
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_ways() {
        // 0 → 1 → 2 → 3, 0 → 2, and 4 by itself.
        let rows = Rows::from_edges(5, &[(0, 1), (1, 2), (2, 3), (0, 2)]).unwrap();
        let free = &mut |_: u64| Ok::<(), ()>(());
        assert_eq!(from(&rows, 0, None, free), Ok(vec![0, 1, 1, 2, 5]));
        assert_eq!(from(&rows, 3, None, free), Ok(vec![5, 5, 5, 0, 5]));
        assert_eq!(from(&rows, 0, Some(2), free).map(|all| all[2]), Ok(1));
        assert_eq!(from(&rows, 0, None, &mut |_: u64| Err("no time")), Err("no time"));
    }
}
