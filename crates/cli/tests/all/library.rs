//! The example of the README, which shows the library as a dependency.

#[test]
fn library() {
    example().unwrap();
}

use bouton::{Game, Problem};

fn example() -> Result<(), Problem> {
    let game = Game::parse("heaps n; move take k in {1, 3, 4}: n -> n - k")?;
    let position = game.position("7 10")?;
    let answer = game.solve(&position)?;
    println!("{:?}, value {:?}", answer.outcome, answer.grundy);
    for winning in &answer.winning_moves {
        println!("{} leads to {}", winning.notation, winning.to);
    }
    assert_eq!(answer.winning_moves[0].to, "3 10");
    Ok(())
}
