//! The rows of a family: as a table for people, as Markdown, as comma-separated values, as JSON.

use super::table::quoted;
use crate::lang::Lang;
use crate::terminal::layout::{BAD, DIM, GOOD, TITLE, columns, paint};
use bouton::Status;
use bouton_explore::{Claimed, Family, Groups, Row, Scheme, Sweep, told};
use serde_json::{Value as Json, json};

/// A family with its rows.
pub(crate) struct Table<'t> {
    /// The family.
    pub(crate) family: &'t Family,
    /// What came of its members.
    pub(crate) swept: &'t Sweep,
    /// Which theorems are the same.
    pub(crate) groups: &'t Groups,
    /// Seconds are shown.
    pub(crate) times: bool,
    /// The language of the reader.
    pub(crate) lang: Lang,
}

impl Table<'_> {
    fn rows(&self) -> &[Row] {
        &self.swept.rows
    }

    /// The label of the first member with the same theorem, if there is one before.
    fn same(&self, row: &Row) -> Option<String> {
        self.groups.before(row.number).map(|first| self.family.member(first).label())
    }

    fn status(&self, row: &Row) -> String {
        let lang = self.lang;
        match row.status.as_deref() {
            Some("PROVED") => Status::Proved.name(lang).to_string(),
            Some("GUESSED") => Status::Guessed.name(lang).to_string(),
            Some("FALSE") => Status::False.name(lang).to_string(),
            Some(_) => {
                let to = row.checked_to.as_ref().map(|to| to.say(lang)).unwrap_or_default();
                let word = lang.pick("CHECKED for", "已检验到");
                format!("{word} {to}").trim_end().to_string()
            }
            None => lang.pick("open", "未决").to_string(),
        }
    }

    /// What is known, and what has to be said beside it.
    fn what(&self, row: &Row) -> String {
        let mut text = row.what(self.lang);
        // What was tried in every numeration is for programs; people want the first of it.
        if let (None, Some((first, rest))) = (&row.status, text.split_once("; ")) {
            let more = rest.split("; ").count();
            text = self.lang.pick(format!("{first}; {more} more"), format!("{first}；另有 {more} 条"));
        }
        if let (Some(reason), Some("FALSE")) = (&row.reason, row.status.as_deref()) {
            text = reason.say(self.lang).to_string();
        }
        text.replace('\n', " ")
    }

    /// Lines for a person.
    pub(crate) fn lines(&self) -> Vec<String> {
        let lang = self.lang;
        let mut head: Vec<&str> =
            vec![lang.pick("member", "成员"), lang.pick("status", "状态"), lang.pick("states", "状态数")];
        if self.times {
            head.push(lang.pick("seconds", "秒"));
        }
        head.push(lang.pick("what", "内容"));
        let mut cells = vec![head.iter().map(|h| paint(DIM, h)).collect::<Vec<_>>()];
        for row in self.rows() {
            let style = match row.status.as_deref() {
                Some("PROVED") => GOOD,
                Some("FALSE") => BAD,
                _ => DIM,
            };
            let mut line = vec![row.label(), paint(style, &self.status(row))];
            line.push(row.states.map_or(String::new(), |n| n.to_string()));
            if self.times {
                line.push(format!("{:.2}", row.seconds));
            }
            line.push(match self.same(row) {
                Some(first) => match lang {
                    Lang::En => format!("the same as {first}"),
                    Lang::Zh => format!("与 {first} 相同"),
                },
                None => self.what(row),
            });
            cells.push(line);
        }
        let mut out = vec![paint(TITLE, &self.title()), String::new()];
        out.extend(columns(&cells, 2).into_iter().map(|l| format!("  {l}")));
        out.extend([String::new(), format!("  {}", self.summary())]);
        out.extend(self.scheme().into_iter().chain(self.claims()).map(|line| format!("  {line}")));
        out
    }

    /// For which members each claim of the rules is proved.
    fn claims(&self) -> Vec<String> {
        let lang = self.lang;
        let line = |claim: &Claimed| {
            let mut parts = Vec::new();
            for (numbers, status) in [(&claim.proved, Status::Proved), (&claim.wrong, Status::False)] {
                if !numbers.is_empty() {
                    let (word, members) = (status.name(lang), told(self.family, numbers));
                    parts.push(lang.pick(format!("{word} for {members}"), format!("{members} 时{word}")));
                }
            }
            if !claim.open.is_empty() {
                let members = told(self.family, &claim.open);
                parts.push(lang.pick(format!("not decided for {members}"), format!("{members} 时未判定")));
            }
            let (word, mark) = (lang.pick("claim", "猜想"), lang.pick(": ", "："));
            format!("{word} {}{mark}{}", claim.text, parts.join(lang.pick("; ", "；")))
        };
        // A claim that no theorem of the family speaks of is not worth a line.
        let told = |c: &&Claimed| !(c.proved.is_empty() && c.wrong.is_empty());
        Claimed::of(self.rows()).iter().filter(told).map(line).collect()
    }

    /// One formula for many members, where there is one.
    fn scheme(&self) -> Option<String> {
        let scheme = Scheme::of(self.family, self.rows())?;
        let (name, range, formula) = (&scheme.name, scheme.range(), &scheme.formula);
        Some(match self.lang {
            Lang::En => format!(
                "scheme: {formula}, for {name} = {range} each by a proof of its own; that it goes on is GUESSED"
            ),
            Lang::Zh => format!("通式：{formula}，{name} = {range} 逐个证明；对其他值只是猜测"),
        })
    }

    fn title(&self) -> String {
        let count = self.family.len();
        let name = match self.family.name.as_str() {
            "rules" => self.lang.pick("rules", "规则"),
            name => name.trim_end_matches(".game"),
        };
        let misere = if self.family.misere { self.lang.pick(" · misère", " · 反常") } else { "" };
        match self.lang {
            Lang::En => format!("{name} · {count} member{}{misere}", if count == 1 { "" } else { "s" }),
            Lang::Zh => format!("{name} · {count} 个成员{misere}"),
        }
    }

    /// How many of each kind there are.
    fn summary(&self) -> String {
        let rows = self.rows();
        let count = |keep: &dyn Fn(&Row) -> bool| rows.iter().filter(|r| keep(r)).count();
        let proved = count(&Row::proved);
        let open = count(&|r| r.status.is_none());
        let wrong = count(&|r| r.status.as_deref() == Some("FALSE"));
        let seen = rows.len() - proved - open - wrong;
        let verified = count(&|r| r.verified == Some(true));
        let theorems = self.groups.groups.len();
        let missing = self.family.len() - rows.len();
        let mut parts = match self.lang {
            Lang::En => vec![
                format!(
                    "{proved} proved ({verified} with a certificate that the checker accepts, {theorems} different ones)"
                ),
                format!("{seen} with a pattern"),
                format!("{open} open"),
            ],
            Lang::Zh => vec![
                format!("已证明 {proved} 个（{verified} 个有校验器接受的证书，其中不同的 {theorems} 个）"),
                format!("有规律 {seen} 个"),
                format!("未决 {open} 个"),
            ],
        };
        if wrong > 0 {
            parts.push(self.lang.pick(format!("{wrong} FALSE"), format!("不成立 {wrong} 个")));
        }
        if missing > 0 {
            parts.push(self.lang.pick(format!("{missing} not examined"), format!("未处理 {missing} 个")));
        }
        parts.join(self.lang.pick(", ", "，"))
    }

    /// A table in Markdown; certificates are linked.
    pub(crate) fn markdown(&self) -> Vec<String> {
        let lang = self.lang;
        let names: Vec<&str> = self.family.variables().iter().map(|(name, _)| name.as_str()).collect();
        let head =
            lang.pick("status | what | states | seconds | certificate", "状态 | 内容 | 状态数 | 秒 | 证书");
        let count = names.len() + 5;
        let mut out =
            vec![format!("| {} | {head} |", names.join(" | ")), format!("|{}", "---|".repeat(count))];
        let plain = |text: &str| text.replace('|', "\\|");
        for row in self.rows() {
            let values: Vec<String> = row.member.iter().map(|(_, v)| format!("`{}`", plain(v))).collect();
            let what = match self.same(row) {
                Some(first) => lang.pick(format!("the same as {first}"), format!("与 {first} 相同")),
                None => self.what(row),
            };
            let proof = lang.pick("proof", "证明");
            let link = row.certificate.as_ref().map_or(String::new(), |file| format!("[{proof}]({file})"));
            let states = row.states.map_or(String::new(), |n| n.to_string());
            let (values, status, what) = (values.join(" | "), plain(&self.status(row)), plain(&what));
            out.push(format!("| {values} | {status} | {what} | {states} | {:.2} | {link} |", row.seconds));
        }
        out
    }

    /// One line a member; the first has the names.
    pub(crate) fn csv(&self) -> Vec<String> {
        let names = self.family.variables().iter().map(|(name, _)| quoted(name));
        let fixed = [
            "status",
            "formula",
            "subject",
            "states",
            "period",
            "from",
            "seconds",
            "verified",
            "same_as",
            "certificate",
        ];
        let head: Vec<String> = names.chain(fixed.map(String::from)).collect();
        let number = |n: Option<u64>| n.map_or(String::new(), |n| n.to_string());
        let text = |t: &Option<String>| quoted(t.as_deref().unwrap_or_default());
        let line = |row: &Row| {
            let mut cells: Vec<String> = row.member.iter().map(|(_, v)| quoted(v)).collect();
            cells.extend([text(&row.status), text(&row.formula), text(&row.subject), number(row.states)]);
            cells.extend([number(row.period.map(|p| p.0)), number(row.period.map(|p| p.1))]);
            cells.push(format!("{:.3}", row.seconds));
            cells.push(row.verified.map_or(String::new(), |v| v.to_string()));
            cells.extend([text(&self.same(row)), text(&row.certificate)]);
            cells.join(",")
        };
        std::iter::once(head.join(",")).chain(self.rows().iter().map(line)).collect()
    }

    /// Everything.
    pub(crate) fn json(&self) -> Json {
        let lang = self.lang;
        let said = |text: &Option<bouton_explore::Both>| text.as_ref().map(|t| t.say(lang).to_string());
        let row = |row: &Row| {
            let period = row.period.map(|(period, from)| json!({ "period": period, "from": from }));
            json!({
                "member": row.member.iter().map(|(n, v)| (n.clone(), Json::from(v.clone()))).collect::<serde_json::Map<_, _>>(),
                "status": row.status, "checked_to": said(&row.checked_to), "sentence": said(&row.sentence),
                "formula": row.formula, "subject": row.subject, "numeration": row.numeration, "states": row.states,
                "period": period, "reason": said(&row.reason), "unfinished": row.unfinished,
                "verified": row.verified, "compared": row.compared, "same_as": self.same(row),
                "certificate": row.certificate, "no_certificate": said(&row.no_certificate), "seconds": row.seconds,
            })
        };
        let label = |numbers: &[usize]| -> Vec<String> {
            numbers.iter().map(|n| self.family.member(*n).label()).collect()
        };
        let claims: Vec<Json> = Claimed::of(self.rows())
            .iter()
            .map(|c| {
                json!({ "text": c.text, "proved": label(&c.proved), "false": label(&c.wrong), "open": label(&c.open) })
            })
            .collect();
        let scheme = Scheme::of(self.family, self.rows())
            .map(|s| json!({ "parameter": s.name, "formula": s.formula, "values": s.values }));
        json!({
            "name": self.family.name, "rules": self.family.rules, "misere": self.family.misere,
            "members": self.family.len(), "scheme": scheme, "claims": claims, "rows": self.rows().iter().map(row).collect::<Vec<_>>(),
        })
    }
}
