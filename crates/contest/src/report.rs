//! What a stress test found, as JSON and as files.

use crate::answers::Fault;
use crate::program::Ended;
use crate::stress::{Failure, Report, Verdicts};
use bouton::Problem;
use bouton::answer::{Status, word};
use bouton::language::diagnostic::Lang;
use bouton::table::saved::write_file;
use serde_json::{Map, Value as Json, json};
use std::path::{Path, PathBuf};

impl Fault {
    /// The word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Fault::Wrong => "wrong",
            Fault::BadMove => "bad-move",
            Fault::IllegalMove => "illegal-move",
            Fault::Garbage => "garbage",
            Fault::Missing => "missing",
            Fault::TooMuch => "too-much",
            Fault::Crash => "crash",
            Fault::Timeout => "timeout",
            Fault::Memory => "memory",
        }
    }
}

fn status(status: &Status, claim: Option<&str>, lang: Lang) -> Json {
    let mut o = Map::new();
    o.insert("status".into(), json!(status.word()));
    if let Status::Checked(to) = status {
        o.insert("checked_to".into(), json!(to.say(lang)));
    }
    o.insert("claim".into(), json!(claim));
    Json::Object(o)
}

impl Report {
    /// The fixed JSON form.
    pub fn json(&self, lang: Lang, saved: &[PathBuf]) -> Json {
        let tried: Map<String, Json> = self
            .tried
            .iter()
            .map(|(origin, t)| {
                let largest = t.largest.to_string();
                (origin.word().to_string(), json!({"agree": t.agree, "fail": t.fail, "largest": largest}))
            })
            .collect();
        let far: Vec<Json> = self
            .far
            .iter()
            .map(|(s, claim, n)| {
                let mut o = status(s, claim.as_deref(), lang);
                o["cases"] = json!(n);
                o
            })
            .collect();
        json!({
            "game": self.game,
            "passed": self.verdict() == Verdicts::Passed,
            "verdict": match self.verdict() {
                Verdicts::Failed => "failed",
                Verdicts::Passed => "passed",
                Verdicts::TooLittle => "too-little",
            },
            "reach": {
                "all": self.reach.all,
                "tried": self.reach.numbers.as_ref().map(|(lo, hi)| [lo.to_string(), hi.to_string()]),
                "asked": [self.reach.asked.0.to_string(), self.reach.asked.1.to_string()],
                "unknown": self.reach.unknown,
            },
            "template": self.template,
            "tried": tried,
            "all_small": self.bound.as_ref().map(|b| b.say(lang)),
            "oracle": far,
            "compared": self.compared,
            "runs": self.runs,
            "failure": self.failure.as_ref().map(|f| f.json(lang, saved)),
        })
    }
}

impl Failure {
    fn json(&self, lang: Lang, saved: &[PathBuf]) -> Json {
        let (code, signal) = match self.ended {
            Ended::Code(c) => (Some(c), None),
            Ended::Signal(s) => (None, Some(s)),
            _ => (None, None),
        };
        let [en, zh] = &self.guess.evidence;
        json!({
            "position": self.position,
            "from": self.origin.word(),
            "fault": self.fault.word(),
            "printed": self.printed,
            "right": self.right,
            "outcome": self.outcome.map(word),
            "truth": status(&self.status.0, self.status.1.as_deref(), lang),
            "exit_code": code,
            "signal": signal,
            "stderr": self.errors,
            "shrunk_from": self.shrunk_from,
            "cases_before": self.after,
            "input": self.input,
            "output": self.output,
            "guess": {"kind": self.guess.word(), "text": self.guess.say(lang), "evidence": lang.pick(en, zh)},
            "saved": saved.iter().map(|p| p.display().to_string()).collect::<Vec<_>>(),
        })
    }

    /// Saves input and right output under the first number that is free; the files' paths.
    pub fn save(&self, folder: &Path) -> Result<Vec<PathBuf>, Problem> {
        if !folder.as_os_str().is_empty() {
            let problem =
                |e: std::io::Error| Problem::File { path: folder.display().to_string(), why: e.to_string() };
            std::fs::create_dir_all(folder).map_err(problem)?;
        }
        let name = |n: u32, end: &str| {
            let file = format!("fail-{n:03}.{end}");
            if folder == Path::new(".") { PathBuf::from(file) } else { folder.join(file) }
        };
        let free = |n: &u32| !name(*n, "in").exists() && !name(*n, "out").exists();
        let n = (1..1_000_000).find(free).unwrap_or(1);
        let mut out = Vec::new();
        let files = [("in", Some(&self.input)), ("out", self.output.as_ref())];
        for (end, text) in files.into_iter().filter_map(|(end, text)| Some((end, text?))) {
            let path = name(n, end);
            write_file(&path, |sink| sink.put(|out| out.write_all(text.as_bytes())))?;
            out.push(path);
        }
        Ok(out)
    }
}
