//! Text that LaTeX prints as it stands: every letter with a meaning of its own is written by a name.

/// Text of a paragraph.
pub fn text(plain: &str) -> String {
    plain.chars().map(letter).collect()
}

/// Text in typewriter letters: blanks are kept, and no two signs melt into one.
pub fn code(plain: &str) -> String {
    let indent = plain.len() - plain.trim_start_matches(' ').len();
    let mut out = "~".repeat(indent);
    for c in plain[indent..].chars() {
        match c {
            ' ' => out.push_str("\\ "),
            '-' => out.push_str("{-}"),
            ',' => out.push_str("{,}"),
            '\'' => out.push_str("\\textquotesingle{}"),
            c => out.push_str(&letter(c)),
        }
    }
    out
}

/// Does a text hold Chinese?
pub(crate) fn chinese(text: &str) -> bool {
    text.chars().any(wide)
}

fn wide(c: char) -> bool {
    matches!(u32::from(c), 0x2e80..=0x9fff | 0xf900..=0xfaff | 0xfe30..=0xfe4f | 0xff00..=0xffef | 0x20000..=0x3ffff)
}

fn letter(c: char) -> String {
    let name = match c {
        '\\' => "\\textbackslash{}",
        '{' => "\\{",
        '}' => "\\}",
        '$' => "\\$",
        '&' => "\\&",
        '#' => "\\#",
        '%' => "\\%",
        '_' => "\\_",
        '^' => "\\textasciicircum{}",
        '~' => "\\textasciitilde{}",
        '<' => "\\textless{}",
        '>' => "\\textgreater{}",
        '|' => "\\textbar{}",
        '"' => "\\textquotedbl{}",
        '`' => "\\textasciigrave{}",
        '≤' => "$\\le$",
        '≥' => "$\\ge$",
        '≠' => "$\\ne$",
        '→' => "$\\to$",
        '⊕' => "$\\oplus$",
        '∈' => "$\\in$",
        '×' => "$\\times$",
        '−' => "$-$",
        'Φ' => "$\\Phi$",
        'φ' => "$\\varphi$",
        '⌊' => "$\\lfloor$",
        '⌋' => "$\\rfloor$",
        '∞' => "$\\infty$",
        '…' => "\\ldots{}",
        '·' => "\\textperiodcentered{}",
        '–' => "--",
        '—' => "---",
        '“' => "``",
        '”' => "''",
        '‘' => "`",
        '’' => "'",
        '²' => "\\textsuperscript{2}",
        '³' => "\\textsuperscript{3}",
        '\u{a0}' => "~",
        '\n' | '\t' => " ",
        c if c.is_ascii_control() => "",
        // Letters that every LaTeX has, and Chinese, for which there is a class of its own.
        c if c.is_ascii() || ('\u{c0}'..='\u{17f}').contains(&c) || wide(c) => return c.to_string(),
        // Others have no letter everywhere: their number tells them apart.
        c => return format!("[U+{:04X}]", u32::from(c)),
    };
    name.to_string()
}
