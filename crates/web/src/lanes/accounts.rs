//! What clients have cost lately. Whoever has used more of the processor than its share goes behind those who have not, and leaves
//! the first lane to them; debts are forgotten with time. An answer is never refused for a debt, it only waits.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// So much of the processor is free.
const FREE: f64 = 1.0;

/// Seconds of the processor that are forgotten in a second.
const FORGOTTEN: f64 = 0.05;

/// No debt grows beyond this, so that everybody is free again within minutes.
const MOST: f64 = 15.0;

/// Clients that are remembered; with more, those who owe least are forgotten first.
const REMEMBERED: usize = 20_000;

/// Accounts of clients.
#[derive(Default)]
pub(super) struct Accounts {
    owed: Mutex<HashMap<IpAddr, Account>>,
}

struct Account {
    seconds: f64,
    at: Instant,
}

impl Account {
    fn owes(&self, now: Instant) -> f64 {
        (self.seconds - FORGOTTEN * now.saturating_duration_since(self.at).as_secs_f64()).max(0.0)
    }
}

impl Accounts {
    /// Has this client used more than its share?
    pub(super) fn heavy(&self, client: IpAddr, now: Instant) -> bool {
        let owed = self.owed.lock().unwrap_or_else(|e| e.into_inner());
        owed.get(&holder(client)).is_some_and(|account| account.owes(now) > FREE)
    }

    /// A question of this client has used so much of the processor.
    pub(super) fn charge(&self, client: IpAddr, used: Duration, now: Instant) {
        let mut owed = self.owed.lock().unwrap_or_else(|e| e.into_inner());
        let account = owed.entry(holder(client)).or_insert(Account { seconds: 0.0, at: now });
        *account = Account { seconds: (account.owes(now) + used.as_secs_f64()).min(MOST), at: now };
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
    fn who_uses_much_is_heavy_until_it_is_forgotten() {
        let (accounts, now) = (Accounts::default(), Instant::now());
        let [one, other] = ["10.0.0.1", "10.0.0.2"].map(address);
        for _ in 0..100 {
            accounts.charge(one, Duration::from_millis(3), now);
        }
        assert!(!accounts.heavy(one, now));
        accounts.charge(one, Duration::from_secs(3), now);
        assert!(accounts.heavy(one, now) && !accounts.heavy(other, now));
        assert!(accounts.heavy(one, now + Duration::from_secs(40)));
        assert!(!accounts.heavy(one, now + Duration::from_secs(50)));
        accounts.charge(one, Duration::from_secs(100_000), now);
        assert!(!accounts.heavy(one, now + Duration::from_secs(300)));
    }

    #[test]
    fn a_network_is_one_client() {
        let (accounts, now) = (Accounts::default(), Instant::now());
        accounts.charge(address("2001:db8:1:2::1"), Duration::from_secs(5), now);
        assert!(accounts.heavy(address("2001:db8:1:2:ffff::9"), now));
        assert!(!accounts.heavy(address("2001:db8:1:3::1"), now));
        accounts.charge(address("::ffff:10.0.0.7"), Duration::from_secs(5), now);
        assert!(accounts.heavy(address("10.0.0.7"), now));
    }

    #[test]
    fn accounts_are_bounded_and_debtors_stay() {
        let (accounts, now) = (Accounts::default(), Instant::now());
        accounts.charge(address("10.0.0.1"), Duration::from_secs(5), now);
        for i in 0..3 * REMEMBERED as u32 {
            let client = IpAddr::V4(std::net::Ipv4Addr::from(0x0b00_0000 + i));
            accounts.charge(client, Duration::from_micros(u64::from(i)), now);
        }
        assert!(accounts.owed.lock().unwrap().len() <= REMEMBERED + 1);
        assert!(accounts.heavy(address("10.0.0.1"), now));
    }
}
