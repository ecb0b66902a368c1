//! What these tests begin with: a space as a job for workers, threads or processes that fill it, the numbers of values.

use bouton::Game;
use bouton::engines::filled::{Ask, Numbered, Words};
use bouton::game::Folder;
use bouton::language::rules::End;
use bouton_cluster::{Endless, Fault, Job, NoMeeting, Order, Summary, Team, Terms, key, meet, run};
use bouton_engine::{Budget, Outcome, Solved};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) space: Numbered,
    pub(crate) game: Game,
    pub(crate) corner: bouton::language::interp::Part,
}

pub(crate) fn rows(text: &str) -> Vec<Vec<String>> {
    let row = |line: &str| line.split('¦').map(|cell| cell.trim().to_string()).collect::<Vec<_>>();
    text.lines().filter(|l| !l.trim().is_empty()).map(row).collect()
}

pub(crate) fn case(row: &[String]) -> Case {
    let mut game =
        if row[0].contains(';') { Game::parse(&row[0]).unwrap() } else { Game::library(&row[0]).unwrap() };
    if let Some((name, value)) = row[1].split_once('=') {
        game = game.set(name, value, &Folder { base: None }).unwrap();
    }
    let position = game.position(&row[2]).unwrap_or_else(|e| panic!("{}: {e:?}", row[0]));
    let corner = position.parts[0].clone();
    let ask = match row[3].as_str() {
        "win" => Ask::Outcome,
        "remoteness" => Ask::Remoteness,
        _ => Ask::Grundy,
    };
    let space = Numbered::of(&game, &corner, ask).unwrap_or_else(|e| panic!("{}: {e:?}", row[0]));
    Case { name: format!("{} {}", row[0], row[3]), space, game, corner }
}

pub(crate) fn job(row: &[String], folder: &Path, every: Duration) -> Job<Words> {
    job_of(case(row).space, &row.join(" "), folder, every)
}

pub(crate) fn job_of(space: Numbered, text: &str, folder: &Path, every: Duration) -> Job<Words> {
    let endless = match (space.endless, space.ends) {
        (Some(End::Wins(player)), _) => Endless::Wins(player),
        (Some(_), _) => Endless::Draw,
        (None, true) => Endless::Never,
        _ => Endless::Unsaid,
    };
    Job {
        order: space.layer.map_or(Order::Rounds(endless), Order::Layers),
        generator: space.rules,
        index: space.index,
        sides: space.sides,
        ask: space.ask,
        folder: folder.to_path_buf(),
        text: text.to_string(),
        every,
        memory: u64::MAX,
        tile: None,
        reach: space.reach.unwrap_or(usize::MAX),
        moves: space.moves,
    }
}

pub(crate) fn fill(row: &[String], workers: usize, folder: &Path) -> Summary {
    let job = sometimes_small(job(row, folder, Duration::from_secs(60)), workers);
    run(job, Team::Threads(workers), &Budget::unlimited(), Arc::new(|_| {})).unwrap()
}

/// With an even number of workers: everything in files, and tile by tile, also where the numbers of the cells are no order
/// of play, and where moves lead farther down than is said.
pub(crate) fn sometimes_small<G>(mut job: Job<G>, workers: usize) -> Job<G> {
    if workers.is_multiple_of(2) {
        (job.memory, job.tile) = (0, Some(64));
        job.reach = job.reach.min(if workers == 4 { 0 } else { usize::MAX });
    }
    job
}

pub(crate) fn outcome_code(outcome: Outcome) -> u64 {
    [(Outcome::Lose, 0), (Outcome::Win, 1), (Outcome::Draw, 2)].iter().find(|(o, _)| *o == outcome).unwrap().1
}

pub(crate) fn solved_code(solved: Solved) -> u64 {
    outcome_code(solved.outcome) | solved.remoteness.map_or(0, |n| u64::from(n) + 1) << 2
}

/// Two or three processes, here as threads of one, that meet over real connections.
pub(crate) fn meeting(terms: Vec<Terms>) -> Vec<Result<Vec<Option<std::net::TcpStream>>, NoMeeting>> {
    let taken: Vec<_> = terms.iter().map(|_| std::net::TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let hosts: Vec<String> = taken.iter().map(|t| t.local_addr().unwrap().to_string()).collect();
    drop(taken);
    let come = |(me, terms): (usize, Terms)| {
        let hosts = hosts.clone();
        std::thread::spawn(move || meet(&hosts, me, &terms, Duration::from_secs(3), &|| false, &|_| {}))
    };
    let all: Vec<_> = terms.into_iter().enumerate().map(come).collect();
    all.into_iter().map(|process| process.join().unwrap()).collect()
}

pub(crate) fn terms(secret: &str, version: &str, table: &str, threads: usize) -> Terms {
    Terms { key: key(secret.as_bytes()), version: version.into(), table: table.into(), threads }
}

/// Fills a table by processes, here threads of one, that talk over real connections.
pub(crate) fn by_processes(row: &[String], count: usize, threads: usize, folder: &Path) -> Vec<Summary> {
    let jobs = (0..count).map(|_| job(row, folder, Duration::from_secs(60))).collect();
    team_of(jobs, threads).into_iter().map(Result::unwrap).collect()
}

/// The same of jobs, one a process.
pub(crate) fn team_of(jobs: Vec<Job<Words>>, threads: usize) -> Vec<Result<Summary, Fault>> {
    let count = jobs.len();
    let sockets = meeting(jobs.iter().map(|_| terms("a key of the run", "1", "t", threads)).collect());
    let start = |((me, sockets), job): ((usize, Result<_, NoMeeting>), Job<_>)| {
        let job = sometimes_small(job, count);
        let team = Team::Processes { me, threads, sockets: sockets.unwrap() };
        std::thread::spawn(move || run(job, team, &Budget::unlimited(), Arc::new(|_| {})))
    };
    let all: Vec<_> = sockets.into_iter().enumerate().zip(jobs).map(start).collect();
    all.into_iter().map(|process| process.join().unwrap()).collect()
}
