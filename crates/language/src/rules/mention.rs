//! What a claim or a strategy speaks of.

use super::{Claim, ClaimBody, Expr, ExprKind, Ranged, Rules, walk_through};

impl Rules {
    /// Does a claim speak of a parameter, by itself or through a definition? One that does not is about the value in the
    /// rules, as far as anybody has checked.
    pub fn claim_mentions(&self, claim: &Claim, param: usize) -> bool {
        let body = match &claim.body {
            ClaimBody::Iff(_, e) | ClaimBody::Grundy(e) | ClaimBody::Score(e) => Some(e),
            ClaimBody::Period { .. } => None,
        };
        claim.ranges.iter().any(|(what, _)| *what == Ranged::Param(param))
            || self.mention(claim.only.iter().chain(body), param)
    }

    /// Do the strategies speak of a parameter, by themselves or through a definition?
    pub fn strategies_mention(&self, param: usize) -> bool {
        self.strategies.iter().any(|s| {
            let bounds = s.binds.iter().flat_map(|(.., range)| range.ends());
            self.mention(s.only.iter().chain(bounds), param)
        })
    }

    fn mention<'r>(&'r self, inside: impl Iterator<Item = &'r Expr>, param: usize) -> bool {
        let mut found = false;
        walk_through(self, inside, &|_| true, &mut |x| {
            found |= matches!(x.kind, ExprKind::Param(p) if p == param);
        });
        found
    }
}
