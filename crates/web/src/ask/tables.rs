//! Tables, packed for drawing.

use super::request::{GameRequest, TableRequest, ranges, show};
use super::{Asker, Reply};
use crate::fault::Fault;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bouton::Game;
use bouton::language::diagnostic::Lang;
use bouton::language::position::read_value;
use bouton::language::value::Value;
use bouton::table::{Column, PackedCells, PackedColumn, TableQuestion, position_at};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

pub(super) fn table(asker: &mut Asker, request: &TableRequest, lang: Lang) -> Result<Reply, Fault> {
    let game = asker.game(&request.game)?;
    if let Some(at) = &request.at {
        return place(&game, request, at, lang);
    }
    let first = match &request.first {
        Some(first) => first.player(std::slice::from_ref(&game))?,
        None => 0,
    };
    let question = TableQuestion {
        game,
        ranges: ranges(request.ranges.as_deref())?,
        to: request.to,
        show: show(request.show.as_deref())?,
        first,
        sums: request.sums,
    };
    let mut solver = asker.solver();
    let table = solver.table(&question)?;
    asker.keep(solver);
    let mut answer = table.answer();
    if table.packs() {
        let remoteness = table.distances().as_ref().map(column);
        answer.packed = Some(PackedCells { cells: column(&table.column()), remoteness });
    }
    Ok(Reply::new(&answer, !answer.complete, lang))
}

fn column(c: &Column) -> PackedColumn {
    PackedColumn { r#type: c.kind, data: STANDARD.encode(&c.bytes), illegal: c.illegal, unknown: c.unknown }
}

/// The position at a place of a table, and its game with the parameters of that place.
#[derive(Serialize, JsonSchema)]
pub(super) struct PlaceAnswer {
    position: String,
    game: GameRequest,
}

fn place(game: &Game, request: &TableRequest, at: &Map<String, Json>, lang: Lang) -> Result<Reply, Fault> {
    let mut values = Vec::with_capacity(at.len());
    let mut changed = request.game.clone();
    for (name, value) in at {
        let value = match value {
            Json::Number(n) if n.is_i64() => Value::Int(n.as_i64().unwrap_or(0)),
            Json::Bool(b) => Value::Bool(*b),
            // Nodes of a graph have names; long numbers are texts as well.
            Json::String(text) => match read_value(text, &super::loader()) {
                Ok(v @ (Value::Int(_) | Value::Big(_))) => v,
                _ => Value::text(text),
            },
            _ => {
                return Err(Fault::wrong([
                    "A value in \"at\" is an integer or a text.",
                    "\"at\" 中的值须为整数或文本。",
                ]));
            }
        };
        if game.rules().params.iter().any(|p| p.name == *name) {
            changed.set.insert(name.clone(), json!(value.to_string()));
        }
        values.push((name.clone(), value));
    }
    let (here, position) = position_at(game, &values)?;
    Ok(Reply::done(&PlaceAnswer { position: here.show(&position), game: changed }, lang))
}
