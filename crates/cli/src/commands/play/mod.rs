//! `play`: a game in the terminal, against the solver or between two people.
//!
//! [`hints`] words the help, [`read`] understands what was typed; the game being played, the opponent, the hints and the
//! judge of the finished game are the library's. A slip costs nothing: it is
//! answered with a sentence and the question is asked again.

mod hints;
mod read;

use crate::commands::prelude::*;
use crate::commands::solve;
use crate::flags::amounts::parse_percent;
use crate::flags::groups::Forced;
use crate::terminal::dialogue::Dialogue;
use bouton::answer::entries::{RawMove, entry};
use bouton::language::ast::Verdict;
use bouton::language::rules::ScoreKind;
use bouton::play::opponent::{Opponent, Strength};
use bouton::play::{Options, Playing};
use bouton::rng::Rng;
use read::Typed;
use std::sync::atomic::Ordering;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Play against a perfect or a fallible opponent ¦ 与完美的或会犯错的对手下棋
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton play kayles 9
  bouton play nim 3 4 5 --me second --mistakes 10%
  bouton play tictactoe --two

During the game: a move as it is listed, on a board also by its squares (b3, b3 c3, or 3,2 for row 3, column 2), or h = hint,
w = who is winning, u = undo, ? = moves, q = quit.
¦ 下棋时：输入列出的走法，在棋盘上也可输入格子（b3、b3 c3，或 3,2 表示第 3 行第 2 列），或 h = 提示，w = 谁占优，u = 悔棋，? = 走法，q = 退出。")]
pub(crate) struct Args {
    /// A game, then the position ¦ 游戏，然后是局面
    #[arg(value_name = "GAME POSITION", required = true)]
    words: Vec<String>,
    #[command(flatten)]
    change: Change,
    /// You move first or second, or are the player of this name ¦ 你先走（first）、后走（second），或你的玩家名
    #[arg(long, value_name = "WHO", default_value = "first")]
    me: String,
    /// How often the opponent plays at random ¦ 对手随机乱走的比例
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent, conflicts_with_all = ["beginner", "two"])]
    mistakes: Option<f64>,
    /// The opponent takes the first move that comes to mind ¦ 对手是初学者，随便走
    #[arg(long, conflicts_with = "two")]
    beginner: bool,
    /// Give a hint before each of your moves ¦ 每步之前给出提示
    #[arg(long)]
    hint: bool,
    /// Two people play ¦ 两个人对下
    #[arg(long)]
    two: bool,
    /// Seed for the opponent's choices ¦ 对手选择的随机种子
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    seed: Option<u64>,
    #[command(flatten)]
    forced: Forced,
    #[command(flatten)]
    cost: Cost,
}

/// How long the opponent may think about one move unless `--time` says otherwise.
const THINKING: Duration = Duration::from_secs(20);

/// Moves listed by `?`.
const MOST_LISTED: usize = 40;

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, _: &mut Out) -> Result<u8, Failure> {
    let terms = question::terms(&args.words, &args.change, args.cost.memory)?;
    let me = question::player(&terms, &args.me)?;
    let question = solve::ask(&terms, None, false)?;
    question.addable()?;
    let progress = Progress::new(lang);
    let mut limits = budget(&args.cost, &progress);
    if args.cost.time.is_none() {
        limits = limits.time(THINKING);
    }
    let strength = match (args.beginner, args.mistakes) {
        (true, _) => Strength::Beginner,
        (false, Some(rate)) => Strength::Mistakes(rate),
        (false, None) => Strength::Perfect,
    };
    let seed = args
        .seed
        .unwrap_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos() as u64));
    let mut solver = Solver::new(limits);
    args.forced.at(&mut solver, &question)?;
    let mut table = Table {
        session: Playing::new(question.clone(), solver),
        talk: Dialogue::standard(),
        progress,
        lang,
        me: (!args.two).then_some(me),
        opponent: Opponent::new(strength, seed),
        rng: Rng::new(seed),
        hint: args.hint,
        warned: false,
    };
    let result = table.play(&question.title());
    table.progress.clear();
    result
}

/// Two players at a table, one of them perhaps the computer.
struct Table {
    session: Playing,
    talk: Dialogue,
    progress: Progress,
    lang: Lang,
    /// Which player the person is; `None` when two people play.
    me: Option<usize>,
    opponent: Opponent,
    /// For choices that the library's opponent does not make: among moves that are left when others are forbidden.
    rng: Rng,
    hint: bool,
    /// Was it said that the position is too big to be played perfectly?
    warned: bool,
}

/// What a person wants.
enum Wish {
    /// This move.
    Move(Box<RawMove>),
    /// Take back.
    Undo,
    /// Stop.
    Quit,
}

impl Table {
    fn play(&mut self, title: &str) -> Result<u8, Failure> {
        self.welcome(title)?;
        loop {
            if interrupt::flag().load(Ordering::SeqCst) {
                return Err(Problem::Interrupted.into());
            }
            let mut options = self.session.options()?;
            self.progress.clear();
            self.draw()?;
            if let Some(verdict) = self.session.over(&options)? {
                self.farewell(verdict)?;
                return Ok(0);
            }
            self.forbid(&mut options)?;
            if let Some(verdict) = self.session.over(&options)? {
                self.farewell(verdict)?;
                return Ok(0);
            }
            let mover = self.session.mover();
            let by = if self.me.is_none_or(|me| me == mover) {
                match self.person(&options)? {
                    Wish::Move(by) => *by,
                    Wish::Undo => {
                        self.undo()?;
                        continue;
                    }
                    Wish::Quit => return Ok(0),
                }
            } else {
                let Some(by) = self.computer(&options)? else { return Ok(0) };
                by
            };
            self.session.make(by);
        }
    }

    fn welcome(&mut self, title: &str) -> Result<(), Failure> {
        let ending = self.session.ending(self.lang);
        self.talk.say(&format!("{} · {ending}", paint(TITLE, title)))?;
        let who = match (self.me, self.lang) {
            (Some(0), Lang::En) => "You move first.  ",
            (Some(0), Lang::Zh) => "你先走。",
            (Some(_), Lang::En) => "I move first.  ",
            (Some(_), Lang::Zh) => "我先走。",
            (None, _) => "",
        };
        let keys = self.lang.pick(
            "h = hint, w = who is winning, u = undo, ? = moves, q = quit",
            "h = 提示，w = 谁占优，u = 悔棋，? = 走法，q = 退出",
        );
        self.talk.say(&format!("{who}{}", paint(DIM, keys)))
    }

    fn draw(&mut self) -> Result<(), Failure> {
        self.talk.say("")?;
        let many = self.session.games().len() > 1;
        for (term, (game, position)) in self.session.games().iter().zip(self.session.positions()).enumerate()
        {
            if many {
                self.talk.say(&format!("{}: {}", term + 1, game.title()))?;
            }
            self.talk.say_all(&print::position::lines(game, position, self.lang))?;
        }
        if let Some(score) = self.score() {
            self.talk.say(&score)?;
        }
        Ok(())
    }

    /// How the points stand, in a game for points.
    fn score(&self) -> Option<String> {
        let totals = self.session.totals();
        match self.session.score()? {
            ScoreKind::Shared => Some(match self.lang {
                Lang::En => format!("score: {}", totals[0]),
                Lang::Zh => format!("得分：{}", totals[0]),
            }),
            ScoreKind::Own => {
                let names = [self.name(0), self.name(1)];
                Some(match self.lang {
                    Lang::En => format!("score: {} {}, {} {}", names[0], totals[0], names[1], totals[1]),
                    Lang::Zh => format!("得分：{} {}，{} {}", names[0], totals[0], names[1], totals[1]),
                })
            }
        }
    }

    /// What a player is called at this table.
    fn name(&self, player: usize) -> String {
        let named = self.session.player_name(player);
        match (self.me, named, self.lang) {
            (Some(me), _, lang) if me == player => lang.pick("you", "你").to_string(),
            (Some(_), _, lang) => lang.pick("me", "我").to_string(),
            (None, Some(name), _) => name,
            (None, None, lang) => match player {
                0 => lang.pick("first", "先手").to_string(),
                _ => lang.pick("second", "后手").to_string(),
            },
        }
    }

    /// Where the rules let the opponent forbid options: the opponent says which.
    fn forbid(&mut self, options: &mut Options) -> Result<(), Failure> {
        let most = self.session.may_forbid()?;
        if most == 0 {
            return Ok(());
        }
        let mover = self.session.mover();
        let blocker = 1 - mover;
        if self.me.is_some_and(|me| me != blocker) {
            let forbidden = self.session.best_to_forbid(options, most)?;
            for text in &forbidden {
                let said = match self.lang {
                    Lang::En => format!("I forbid → {text}"),
                    Lang::Zh => format!("我禁止 → {text}"),
                };
                self.talk.say(&said)?;
            }
            options.forbid(&forbidden);
            return Ok(());
        }
        let prompt = match self.lang {
            Lang::En => {
                format!("{}: forbid up to {most} (moves separated by  ;  or nothing)> ", self.name(blocker))
            }
            Lang::Zh => format!("{}：最多禁止 {most} 种（用 ; 分隔，或直接回车）> ", self.name(blocker)),
        };
        loop {
            let typed = self.talk.ask(&prompt)?.unwrap_or_default();
            let pieces: Vec<&str> =
                typed.split([';', '；']).map(str::trim).filter(|p| !p.is_empty()).collect();
            let found: Result<Vec<usize>, String> = pieces
                .iter()
                .map(|piece| read::a_move(piece, &mut self.session, options, self.lang))
                .collect();
            match found {
                Ok(list) => {
                    let mut results: Vec<String> =
                        list.iter().map(|&i| options.entries[i].to.clone()).collect();
                    results.sort();
                    results.dedup();
                    if results.len() as u64 <= most {
                        options.forbid(&results);
                        return Ok(());
                    }
                    self.talk.say(self.lang.pick("  That is too many.", "  太多了。"))?;
                }
                Err(sentence) => self.talk.say(&format!("  {sentence}"))?,
            }
        }
    }

    /// Asks the person until there is a move or a wish to undo or stop.
    fn person(&mut self, options: &Options) -> Result<Wish, Failure> {
        let mover = self.session.mover();
        let prompt = format!("{}> ", self.name(mover));
        let mut helped = 0;
        if self.hint {
            let text = hints::hint(&mut self.session, 1, self.lang)?;
            self.talk.say(&format!("  {text}"))?;
            helped = 1;
        }
        loop {
            let Some(typed) = self.talk.ask(&prompt)? else { return Ok(Wish::Quit) };
            if interrupt::flag().load(Ordering::SeqCst) {
                return Err(Problem::Interrupted.into());
            }
            match read::typed(&typed, &mut self.session, options, self.lang) {
                Typed::Move(index) => return Ok(Wish::Move(Box::new(options.moves[index].clone()))),
                Typed::Undo => return Ok(Wish::Undo),
                Typed::Quit => return Ok(Wish::Quit),
                Typed::Moves => self.list(options)?,
                Typed::Hint => {
                    helped = (helped + 1).min(3);
                    let text = hints::hint(&mut self.session, helped, self.lang)?;
                    self.talk.say(&format!("  {text}"))?;
                }
                Typed::Who => {
                    let text = hints::who(&mut self.session, self.lang)?;
                    self.talk.say(&format!("  {text}"))?;
                }
                Typed::Slip(sentence) => self.talk.say(&format!("  {sentence}"))?,
            }
        }
    }

    fn list(&mut self, options: &Options) -> Result<(), Failure> {
        let allowed: Vec<_> = options.allowed().map(|i| options.entries[i].clone()).collect();
        let lines = read::listing(&allowed, self.lang, MOST_LISTED);
        self.talk.say_all(&lines)
    }

    fn undo(&mut self) -> Result<(), Failure> {
        let me = self.me;
        if !self.session.undo(|mover| me.is_none_or(|me| me == mover)) {
            self.talk.say(self.lang.pick("  There is nothing to take back.", "  没有可以悔的棋。"))?;
        }
        Ok(())
    }

    fn computer(&mut self, options: &Options) -> Result<Option<RawMove>, Failure> {
        let Some(choice) = self.session.reply(&mut self.opponent, options, &mut self.rng)? else {
            return Ok(None);
        };
        if choice.meant && !choice.sure && !self.warned {
            self.warned = true;
            self.talk.say(self.lang.pick(
                "This position is too big for me to see through: I play by feel until it gets smaller.",
                "这个局面太大，我看不透：在它变小之前我凭感觉走。",
            ))?;
        }
        let by = choice.by;
        self.progress.clear();
        let entry = entry(self.session.at(), &by, None);
        let text = entry.text(self.lang);
        let notation = &entry.notation;
        let typed = if text == entry.notation { String::new() } else { format!("   [{notation}]") };
        self.talk.say(&match self.lang {
            Lang::En => format!("I play: {text}{typed}"),
            Lang::Zh => format!("我走：{text}{typed}"),
        })?;
        Ok(Some(by))
    }

    /// Who won, and where the game was lost.
    fn farewell(&mut self, verdict: Verdict) -> Result<(), Failure> {
        let mover = self.session.mover();
        let winner = match verdict {
            Verdict::Win => Some(mover),
            Verdict::Lose => Some(1 - mover),
            Verdict::Draw => None,
        };
        let shared = self.session.score() == Some(ScoreKind::Shared);
        let text = match (winner, self.me, self.lang) {
            _ if shared => match self.lang {
                Lang::En => format!("The game is over. Score: {}.", self.session.totals()[0]),
                Lang::Zh => format!("游戏结束。得分：{}。", self.session.totals()[0]),
            },
            (None, _, lang) => lang.pick("A draw.", "平局。").to_string(),
            (Some(w), Some(me), lang) if w == me => lang.pick("You win.", "你赢了。").to_string(),
            (Some(_), Some(_), lang) => lang.pick("I win.", "我赢了。").to_string(),
            (Some(w), None, Lang::En) => format!("{} wins.", self.name(w)),
            (Some(w), None, Lang::Zh) => format!("{} 胜。", self.name(w)),
        };
        self.talk.say(&paint(TITLE, &text))?;
        if let Some(winner) = winner.filter(|_| !shared) {
            let loser = 1 - winner;
            if let Some(mistake) = self.session.mistake(loser)? {
                let who = self.name(loser);
                let number = mistake.ply + 1;
                let what = mistake.say(self.lang);
                self.talk.say(&match self.lang {
                    Lang::En => format!("The game was lost at move {number} ({who}): {what}"),
                    Lang::Zh => format!("败着是第 {number} 步（{who}）：{what}"),
                })?;
            }
        }
        Ok(())
    }
}
