// The input of Rust programs: what every program has, then methods by name, each after those that it needs.

//= input
/// The input: numbers and words between blanks, or whole lines.
struct Input {
    text: Vec<char>,
    at: usize,
}

impl Input {
    fn new() -> Input {
        let mut all = String::new();
        std::io::stdin().read_to_string(&mut all).expect("text");
        Input { text: all.chars().collect(), at: 0 }
    }

//= blanks
fn blanks(&mut self) {
    while self.at < self.text.len() && self.text[self.at].is_whitespace() {
        self.at += 1;
    }
}

//= end blanks
fn end(&mut self) -> bool {
    self.blanks();
    self.at >= self.text.len()
}

//= end_of_lines
fn end_of_lines(&self) -> bool {
    self.at >= self.text.len()
}

//= word blanks
fn word(&mut self) -> Text {
    self.blanks();
    let start = self.at;
    while self.at < self.text.len() && !self.text[self.at].is_whitespace() {
        self.at += 1;
    }
    self.text[start..self.at].to_vec()
}

//= number blanks
fn number(&mut self) -> Int {
    self.blanks();
    let start = self.at;
    while self.at < self.text.len()
        && (self.text[self.at].is_ascii_digit() || self.at == start && self.text[self.at] == '-')
    {
        self.at += 1;
    }
    let digits: String = self.text[start..self.at].iter().collect();
    match digits.parse() {
        Ok(n) if (-LARGEST..=LARGEST).contains(&n) => n,
        Err(_) if digits.trim_matches('-').is_empty() => {
            let here: String = self.text[start..].iter().take(20).collect();
            stop(&format!("The input should have a number here: {here}"))
        }
        _ => stop("A number of the input is too large."),
    }
}

//= line
fn line(&mut self) -> Text {
    let start = self.at.min(self.text.len());
    let stop = self.text[start..].iter().position(|c| *c == '\n').map_or(self.text.len(), |n| start + n);
    self.at = stop + 1;
    let all: String = self.text[start..stop].iter().collect();
    all.trim().chars().collect()
}

//= expect blanks
fn expect(&mut self, words: &str) -> bool {
    for c in words.chars().filter(|c| !c.is_whitespace()) {
        self.blanks();
        if self.text.get(self.at) != Some(&c) {
            stop(&format!("The input should have this: {words}"));
        }
        self.at += 1;
    }
    true
}

//= stands
/// Is this all that is left?
fn stands(&self, words: &str) -> bool {
    let left: String = self.text[self.at.min(self.text.len())..].iter().collect();
    left.split_whitespace().eq(words.split_whitespace())
}

//= words line
/// The pieces of a line, with blanks or this between them.
fn words(&mut self, between: &str) -> Vec<Text> {
    let line = self.line();
    let pieces = line.split(|c| c.is_whitespace() || between.contains(*c));
    pieces.filter(|x| !x.is_empty()).map(|x| x.to_vec()).collect()
}

//= numbers number
/// The numbers of a line, with blanks or this between them.
fn numbers(&mut self, between: &str) -> Vec<Int> {
    let start = self.at.min(self.text.len());
    let stop = self.text[start..].iter().position(|c| *c == '\n').map_or(self.text.len(), |n| start + n);
    let mut all = Vec::new();
    loop {
        while self.at < stop && (self.text[self.at].is_whitespace() || between.contains(self.text[self.at])) {
            self.at += 1;
        }
        if self.at >= stop {
            break;
        }
        all.push(self.number());
    }
    self.at = stop + 1;
    all
}
