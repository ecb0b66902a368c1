//! Lanes: how questions wait for workers, so that long ones never stand before short ones.
//!
//! Every question starts in the first lane, where it has a fraction of a second. What is not decided there goes on to the
//! next lane, which gives it more time and memory, has fewer workers and steps back on the processor. So a question costs
//! those behind it no more than the short time of its lane, whatever it is. Time is that of the processor: how busy the machine is
//! takes nothing from it. Within a lane clients take turns. On a public server questions with rules of strangers may hold all but
//! one of the workers. It is counted what clients use (`accounts`): those with small questions go first and find a worker that no
//! other holds; those that have used much lately begin in the second lane, behind all others, and hold one worker of a lane between them.

mod accounts;
mod child;
mod known;
mod queue;

use crate::ask::Route;
use crate::fault::Refusal;
use crate::frames::{Ask, Hello};
use crate::options::Options;
use crate::worker::out_of_time;
use accounts::{Accounts, Rank};
use bouton::language::diagnostic::Lang;
use bytes::Bytes;
use child::{Child, End};
use known::Known;
use queue::Queue;
use serde_json::{Value as Json, json};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};

/// Time in the first and in the second lane. Where strangers ask, many at once may come with questions that use all of it.
const SHORT: Duration = Duration::from_millis(250);
const SHORT_PUBLIC: Duration = Duration::from_millis(60);
const MIDDLE: Duration = Duration::from_millis(3000);

/// Memory in the first and in the second lane.
const SHORT_MEMORY: usize = 64 << 20;
const MIDDLE_MEMORY: usize = 192 << 20;

/// So long after its time a worker that has not stopped is ended.
const GRACE: Duration = Duration::from_millis(400);

/// Between two looks at the place in a queue, for those who want to know it.
const LOOK: Duration = Duration::from_millis(500);

/// A question on its way.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    /// What is asked.
    pub(crate) route: Route,
    /// The language.
    pub(crate) lang: Lang,
    /// The body.
    pub(crate) body: String,
    /// Who asks.
    pub(crate) client: IpAddr,
    /// Are there rules of a stranger in it?
    pub(crate) strange: bool,
    /// Equal for questions about the same games: a worker may know them already.
    pub(crate) about: u64,
}

/// What a client hears while it waits.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    /// So many questions are before this one.
    Waiting(usize),
    /// How far it is, as JSON.
    Progress(Bytes),
}

/// The end of a question.
pub(crate) type Outcome = Result<Bytes, Refusal>;

/// A question that is being worked on. Dropping it stops the work.
pub(crate) struct Ticket {
    outcome: oneshot::Receiver<Outcome>,
    _cancel: oneshot::Sender<()>,
}

impl Ticket {
    /// The outcome; may be awaited again after it was interrupted.
    pub(crate) async fn outcome(&mut self) -> Outcome {
        (&mut self.outcome).await.unwrap_or_else(|_| Err(broken(Lang::En)))
    }
}

/// All lanes.
pub(crate) struct Lanes {
    lanes: Vec<Arc<Queue>>,
    known: Known,
    /// On a public server.
    accounts: Option<Accounts>,
    time: Duration,
}

impl Lanes {
    /// Lanes as the options want them. Workers are started when they are first needed.
    pub(crate) fn new(options: &Options) -> Lanes {
        let cores = std::thread::available_parallelism().map_or(2, |n| n.get());
        let lane = |time: Duration, memory: usize, workers: usize, nice: i32, waiting: usize| {
            // Of the first lane, which is for small questions, one worker more is kept for those who ask them.
            let plain = if nice == 0 { workers - 2 } else { workers - 1 };
            let hello = Hello {
                time: u64::try_from(time.min(options.time).as_millis()).unwrap_or(u64::MAX),
                memory: memory.min(options.memory),
                nice,
                public: options.public,
            };
            let kept = options.public.then_some(plain);
            Arc::new(Queue::new(hello, options.worker.clone(), workers, waiting, kept))
        };
        let cores = cores.clamp(2, 8);
        let lanes = match options.public {
            false => vec![
                lane(SHORT, SHORT_MEMORY, cores + 2, 0, 4096),
                lane(MIDDLE, MIDDLE_MEMORY, cores, 5, 512),
                lane(options.time, options.memory, cores.div_ceil(2).min(4) + 1, 10, 128),
            ],
            // One worker more in the later lanes, for whoever has used much.
            true => vec![
                lane(SHORT_PUBLIC, SHORT_MEMORY, cores + 2, 0, 4096),
                lane(MIDDLE, MIDDLE_MEMORY, cores + 1, 10, 512),
                lane(options.time, options.memory, cores.div_ceil(2).min(4) + 2, 19, 256),
            ],
        };
        let accounts = options.public.then(Accounts::default);
        Lanes { lanes, known: Known::default(), accounts, time: options.time }
    }

    /// Starts work on a question; `events` hears how it goes.
    pub(crate) fn ask(self: &Arc<Self>, query: Query, events: Option<mpsc::Sender<Event>>) -> Ticket {
        let (done, outcome) = oneshot::channel();
        let (cancel, cancelled) = oneshot::channel();
        let lanes = self.clone();
        tokio::spawn(async move {
            let outcome = lanes.conduct(&query, events, cancelled).await;
            // Nobody may be there to hear it.
            let _ = done.send(outcome);
        });
        Ticket { outcome, _cancel: cancel }
    }

    async fn conduct(
        &self,
        query: &Query,
        events: Option<mpsc::Sender<Event>>,
        mut cancelled: oneshot::Receiver<()>,
    ) -> Outcome {
        if let Some(answer) = self.known.get(query) {
            return Ok(answer);
        }
        let ask = Ask { route: query.route, chinese: query.lang == Lang::Zh, body: query.body.clone() };
        // Decided once for a question: what it costs itself sends it no further back.
        let rank = self.accounts.as_ref().map_or(Rank::Light, |a| a.rank(query.client, Instant::now()));
        let first = usize::from(query.route.takes_time() || rank == Rank::Heavy);
        let mut last = Err(broken(query.lang));
        for (at, lane) in self.lanes.iter().enumerate().skip(first) {
            let Some(mut child) = wait(lane, query, rank, &events, &mut cancelled).await? else {
                return Err(stopped(query.lang));
            };
            let time = Duration::from_millis(lane.hello.time);
            let (end, cost) = child.work(&ask, time + GRACE, &events, &mut cancelled).await;
            lane.give_back(child);
            if let Some(accounts) = &self.accounts {
                accounts.charge(query.client, cost, Instant::now());
            }
            let further = at + 1 < self.lanes.len();
            match end {
                End::Answer(bytes) => {
                    self.known.keep(query, &bytes);
                    return Ok(bytes);
                }
                End::Open(bytes) => last = Ok(bytes),
                End::Refused(refusal) => return Err(refusal),
                End::Over(refusal) => last = Err(refusal),
                End::Late => last = Err(out_of_time(self.milliseconds(), query.lang)),
                End::Memory => last = Err(out_of_memory(query.lang)),
                End::Cancelled => return Err(stopped(query.lang)),
                // What breaks a worker breaks the next one as well.
                End::Broken => return Err(broken(query.lang)),
            }
            if !further {
                break;
            }
        }
        last
    }

    fn milliseconds(&self) -> u64 {
        u64::try_from(self.time.as_millis()).unwrap_or(u64::MAX)
    }
}

/// Waits for a worker; `None` if the client went away.
async fn wait(
    lane: &Arc<Queue>,
    query: &Query,
    rank: Rank,
    events: &Option<mpsc::Sender<Event>>,
    cancelled: &mut oneshot::Receiver<()>,
) -> Result<Option<Child>, Refusal> {
    let Some(mut place) = lane.enter(query, rank) else { return Err(busy(query.lang)) };
    let mut told = usize::MAX;
    loop {
        tokio::select! {
            child = place.child() => return child.map(Some).ok_or_else(|| broken(query.lang)),
            _ = &mut *cancelled => return Ok(None),
            () = tokio::time::sleep(LOOK), if events.is_some() => {
                let ahead = place.ahead();
                if let Some(events) = events.as_ref().filter(|_| ahead != told) {
                    told = ahead;
                    // A client that does not listen misses this one.
                    let _ = events.try_send(Event::Waiting(ahead));
                }
            }
        }
    }
}

/// What is counted as one question about the same games.
pub(crate) fn about(body: &Json) -> (u64, bool) {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hash = DefaultHasher::new();
    let terms = body.get("terms").and_then(Json::as_array);
    let games = terms.into_iter().flatten().filter_map(|t| t.get("game")).chain(body.get("game"));
    let mut strange = body.get("rules").is_some() || body.get("line").is_some();
    for game in games {
        game.to_string().hash(&mut hash);
        strange |= game.get("rules").is_some() || game.get("set").is_some();
    }
    (hash.finish(), strange)
}

fn refusal(status: u16, kind: &str, lang: Lang, words: [&str; 2]) -> Refusal {
    Refusal::new(status, kind, lang.pick(words[0], words[1]))
}

fn busy(lang: Lang) -> Refusal {
    let words =
        ["Too many questions are waiting. Try again in a few seconds.", "等待的问题太多，请几秒后再试。"];
    let mut refusal = refusal(503, "busy", lang, words);
    refusal.error["retry_after"] = json!(5);
    refusal
}

fn stopped(lang: Lang) -> Refusal {
    refusal(422, "over_budget", lang, ["Interrupted.", "已中断。"])
}

fn out_of_memory(lang: Lang) -> Refusal {
    let words = [
        "Memory ran out: this question needs more than the server gives.",
        "内存用尽：这个问题超出了服务器给出的内存。",
    ];
    refusal(422, "over_budget", lang, words)
}

fn broken(lang: Lang) -> Refusal {
    let words =
        ["The question could not be worked on: a fault of the program.", "无法处理这个问题：程序出错。"];
    refusal(500, "internal", lang, words)
}
