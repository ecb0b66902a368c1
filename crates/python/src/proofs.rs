//! Theorems for all sizes, their certificates, and the independent checker.

use crate::border::{self, Limits};
use crate::game::Game;
use crate::{convert, lang};
use bouton::proof::{self, At, FiniteProof, ProveQuestion, Unfit};
use bouton::theory::Numeration;
use bouton::{Budget, Folder, Problem, Solver};
use bouton_verify::{answer, verify as checked};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::Value as Json;

/// What came of a search for a theorem.
#[pyclass(frozen, module = "bouton._bouton")]
pub(crate) struct Finding {
    finding: proof::Finding,
    game: bouton::Game,
    misere: bool,
    /// The answer as `--json` prints it.
    json: Json,
}

/// Looks for a theorem about all sizes and proves it; a position is judged by it.
#[pyfunction]
#[pyo3(signature = (game, position=None, numeration=None, automaton=false, limits=None))]
pub(crate) fn prove<'py>(
    py: Python<'py>,
    game: PyRef<'py, Game>,
    position: Option<String>,
    numeration: Option<&str>,
    automaton: bool,
    limits: Option<Limits>,
) -> PyResult<Bound<'py, PyAny>> {
    let named = |word: &str| {
        Numeration::named(word).ok_or_else(|| {
            PyValueError::new_err(format!(
                "numeration={word:?}: fibonacci, a base from 2 to 10, or t=2 to t=5"
            ))
        })
    };
    let numeration = numeration.map(named).transpose()?;
    let (opened, misere, lang) = (game.game(), game.is_misere(), lang());
    let ask = |budget: &Budget| {
        let position = position.map(|typed| opened.position(&typed)).transpose()?;
        let finding = proof::prove(&ProveQuestion { game: opened.clone(), numeration, automaton }, budget)?;
        // A walk that grows too large says no more than that there is nothing to say.
        let at = position.as_ref().and_then(|p| finding.at(p, 1, budget).unwrap_or(None));
        let mut answer = finding.answer(&opened, lang);
        answer.position = at.as_ref().map(At::answer);
        let json = bouton::report::json(&answer, lang);
        Ok(Finding { finding, game: opened, misere, json })
    };
    border::run(py, limits, ask, |py, finding| Ok(Bound::new(py, finding)?.into_any()))
}

#[pymethods]
impl Finding {
    /// What `--json` prints.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        convert::json(py, &self.json)
    }

    /// The certificate: of the theorem, or of one position. A pair: the text or none, and why there is none.
    #[pyo3(signature = (position=None, limits=None))]
    fn certificate<'py>(
        &self,
        py: Python<'py>,
        position: Option<String>,
        limits: Option<Limits>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let lang = lang();
        let make = |budget: &Budget| {
            let finite: Option<Result<FiniteProof, Unfit>> = match &position {
                None => None,
                Some(typed) => {
                    let position = self.game.position(typed)?;
                    Some(Solver::new(budget.clone()).prove_position(&self.game, &position)?)
                }
            };
            Ok(self.finding.certificate(finite.as_ref(), self.misere, lang))
        };
        border::run(py, limits, make, |py, made| {
            let pair = match made {
                Ok(certificate) => (Some(format!("{certificate}\n")), None),
                Err(why) => (None, Some(why)),
            };
            Ok(pair.into_pyobject(py)?.into_any())
        })
    }

    /// The automaton drawn, and in the language of Graphviz; none where the theorem has none.
    fn drawings(&self) -> Option<(String, String)> {
        match &self.finding {
            proof::Finding::Proved(proof) => Some((proof.svg(), proof.dot())),
            _ => None,
        }
    }

    /// What the theorem says of a position of any size.
    #[pyo3(signature = (position, limits=None))]
    fn at<'py>(
        &self,
        py: Python<'py>,
        position: String,
        limits: Option<Limits>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let judge = |budget: &Budget| {
            let position = self.game.position(&position)?;
            Ok(self.finding.at(&position, 1, budget).unwrap_or(None).as_ref().map(At::answer))
        };
        border::run(py, limits, judge, |py, at| convert::answer(py, &at))
    }
}

/// Does a certificate prove what it says? Asks the checker, which shares nothing with the provers.
#[pyfunction]
#[pyo3(signature = (text, file, limits=None))]
pub(crate) fn verify<'py>(
    py: Python<'py>,
    text: String,
    file: String,
    limits: Option<Limits>,
) -> PyResult<Bound<'py, PyAny>> {
    let lang = lang();
    let check = |budget: &Budget| {
        let stop = || budget.check(0).is_err();
        // Rules may lean on games of the library; files of this machine are none of a certificate's business.
        let loader = Folder { base: None };
        let limits =
            bouton_verify::Limits { stop: &stop, loader: &loader, ..bouton_verify::Limits::default() };
        Ok::<_, Problem>(answer(&checked(&text, &limits), &file, lang))
    };
    border::run(py, limits, check, |py, found| convert::json(py, &found))
}
