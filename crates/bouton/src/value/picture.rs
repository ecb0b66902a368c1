//! Thermographs for the drawing room.

use super::{ThermographAnswer, WallPoint};
use bouton_language::diagnostic::Lang;
use bouton_plot::Walls;

/// The picture in words and points.
pub fn walls(answer: &ThermographAnswer, ascii: bool, lang: Lang) -> Walls {
    let said = &answer.answer.said;
    let points = |wall: &[WallPoint]| wall.iter().map(|p| p.about).collect::<Vec<_>>();
    let (left, right) = (points(&answer.left), points(&answer.right));
    let place = |wall: &[(f64, f64)], last: bool| {
        let point = if last { wall.last() } else { wall.first() };
        point.copied().unwrap_or_default()
    };
    let values = vec![
        (place(&left, true).1, said.mean.clone()),
        (place(&left, false).1, said.left_stop.clone()),
        (place(&right, false).1, said.right_stop.clone()),
    ];
    let top = place(&left, true).0.max(place(&right, true).0);
    let taxes = if top > 0.0 {
        vec![(top, said.temperature.clone()), (0.0, "0".to_string())]
    } else {
        vec![(0.0, "0".to_string())]
    };
    let value = if ascii { &said.value } else { &said.unicode };
    let title = match answer.answer.game.is_empty() {
        true => value.clone(),
        false => format!("{} · {} = {value}", answer.answer.game, answer.answer.position),
    };
    let title = match title.char_indices().nth(100) {
        Some((end, _)) => format!("{}…", &title[..end]),
        None => title,
    };
    let (temperature, mean, a, b) = (&said.temperature, &said.mean, &said.left_stop, &said.right_stop);
    let subtitle = match lang {
        Lang::En => format!("temperature {temperature}, mean {mean}, stops {a} and {b}"),
        Lang::Zh => format!("温度 {temperature}，均值 {mean}，终值 {a} 和 {b}"),
    };
    let description = lang.pick(format!("Thermograph: {subtitle}"), format!("温度图：{subtitle}"));
    Walls { left, right, values, taxes, title, subtitle, description }
}
