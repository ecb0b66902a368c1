//! The example of the README, which shows the library as a dependency.

#[test]
fn library() {
    example().unwrap();
}

use bouton::{Budget, Folder, Game, Problem, Question, Solver};

fn example() -> Result<(), Problem> {
    let rules = "heaps n\nmove take k in {1, 3, 4}: n -> n - k";
    let (game, _warnings) = Game::from_text("mine", rules, &Folder { base: None })?;
    let position = game.position("7 10")?;
    let answer = Solver::new(Budget::unlimited()).solve(&Question::new(game, position))?;
    println!("{:?}, value {:?}", answer.outcome, answer.grundy);
    for winning in &answer.winning_moves {
        println!("{} leads to {}", winning.notation, winning.to);
    }
    assert_eq!(answer.winning_moves[0].to, "3 10");
    Ok(())
}
