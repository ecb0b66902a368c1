//! What clients have cost lately. Those whose questions are small go first; whoever has used more of the processor than its share goes
//! behind all others, and leaves the first lane to them. Debts are forgotten with time. An answer is never refused for a debt, it only waits.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// So much of the processor is free.
const FREE: f64 = 0.5;

/// Seconds of the processor that are forgotten in a second: so much everybody may use for ever. Many who do are still few processors.
const FORGOTTEN: f64 = 0.01;

/// A question costs no less than this, so that a flood of small ones is not small.
const LEAST: f64 = 0.005;

/// No debt grows beyond this, so that everybody is free again within minutes.
const MOST: f64 = 5.0;

/// A question below this is small, in seconds of the processor; one of a client of whom nothing is known counts as so much.
const SMALL: f64 = 0.01;
const UNKNOWN: f64 = 0.012;

/// How much the last question counts in the mean of all.
const LAST: f64 = 0.125;

/// Clients that are remembered; with more, those who owe least are forgotten first.
const REMEMBERED: usize = 20_000;

/// How a client stands: the least goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// Its questions are small.
    Light,
    /// Its questions are larger, or nothing is known of it.
    Plain,
    /// It has used more than its share.
    Heavy,
}

/// Accounts of clients.
#[derive(Default)]
pub(super) struct Accounts {
    owed: Mutex<HashMap<IpAddr, Account>>,
}

struct Account {
    /// What it owed at that time.
    seconds: f64,
    at: Instant,
    /// What a question of it costs.
    mean: f64,
}

impl Account {
    fn owes(&self, now: Instant) -> f64 {
        (self.seconds - FORGOTTEN * now.saturating_duration_since(self.at).as_secs_f64()).max(0.0)
    }
}

impl Accounts {
    /// How this client stands.
    pub(super) fn rank(&self, client: IpAddr, now: Instant) -> Rank {
        let owed = self.owed.lock().unwrap_or_else(|e| e.into_inner());
        match owed.get(&holder(client)) {
            Some(account) if account.owes(now) > FREE => Rank::Heavy,
            Some(account) if account.mean < SMALL => Rank::Light,
            _ => Rank::Plain,
        }
    }

    /// A question of this client has used so much of the processor.
    pub(super) fn charge(&self, client: IpAddr, used: Duration, now: Instant) {
        let mut owed = self.owed.lock().unwrap_or_else(|e| e.into_inner());
        let fresh = Account { seconds: 0.0, at: now, mean: UNKNOWN };
        let account = owed.entry(holder(client)).or_insert(fresh);
        let used = used.as_secs_f64();
        let mean = account.mean + LAST * (used - account.mean);
        *account = Account { seconds: (account.owes(now) + used.max(LEAST)).min(MOST), at: now, mean };
        if owed.len() > REMEMBERED {
            forget(&mut owed, now);
        }
    }
}

/// Forgets the half that owes least.
fn forget(owed: &mut HashMap<IpAddr, Account>, now: Instant) {
    let mut debts: Vec<f64> = owed.values().map(|account| account.owes(now)).collect();
    let middle = debts.len() / 2;
    let (_, half, _) = debts.select_nth_unstable_by(middle, f64::total_cmp);
    let half = *half;
    owed.retain(|_, account| account.owes(now) > half);
}

/// Who pays for an address: of the newer kind everybody has so many that a network counts as one.
pub(super) fn holder(client: IpAddr) -> IpAddr {
    match client.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn small_questions_go_first_and_much_use_last() {
        let (accounts, now) = (Accounts::default(), Instant::now());
        let [one, other] = ["10.0.0.1", "10.0.0.2"].map(address);
        assert_eq!(accounts.rank(one, now), Rank::Plain);
        for _ in 0..60 {
            accounts.charge(one, Duration::from_millis(3), now);
        }
        assert_eq!(accounts.rank(one, now), Rank::Light);
        // A flood of small questions is none.
        let flood = address("10.0.0.3");
        for _ in 0..110 {
            accounts.charge(flood, Duration::ZERO, now);
        }
        assert_eq!(accounts.rank(flood, now), Rank::Heavy);
        accounts.charge(one, Duration::from_secs(3), now);
        assert_eq!((accounts.rank(one, now), accounts.rank(other, now)), (Rank::Heavy, Rank::Plain));
        assert_eq!(accounts.rank(one, now + Duration::from_secs(200)), Rank::Heavy);
        assert_eq!(accounts.rank(one, now + Duration::from_secs(300)), Rank::Plain);
        accounts.charge(one, Duration::from_secs(100_000), now);
        assert_eq!(accounts.rank(one, now + Duration::from_secs(460)), Rank::Plain);
        assert!(Rank::Light < Rank::Plain && Rank::Plain < Rank::Heavy);
    }

    #[test]
    fn a_network_is_one_client() {
        let (accounts, now) = (Accounts::default(), Instant::now());
        accounts.charge(address("2001:db8:1:2::1"), Duration::from_secs(5), now);
        assert_eq!(accounts.rank(address("2001:db8:1:2:ffff::9"), now), Rank::Heavy);
        assert_eq!(accounts.rank(address("2001:db8:1:3::1"), now), Rank::Plain);
        accounts.charge(address("::ffff:10.0.0.7"), Duration::from_secs(5), now);
        assert_eq!(accounts.rank(address("10.0.0.7"), now), Rank::Heavy);
    }

    #[test]
    fn accounts_are_bounded_and_debtors_stay() {
        let (accounts, now) = (Accounts::default(), Instant::now());
        accounts.charge(address("10.0.0.1"), Duration::from_secs(5), now);
        for i in 0..3 * REMEMBERED as u32 {
            let client = IpAddr::V4(std::net::Ipv4Addr::from(0x0b00_0000 + i));
            accounts.charge(client, Duration::from_micros(u64::from(8000 + i)), now);
        }
        assert!(accounts.owed.lock().unwrap().len() <= REMEMBERED + 1);
        assert_eq!(accounts.rank(address("10.0.0.1"), now), Rank::Heavy);
    }
}
