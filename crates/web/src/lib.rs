//! The page of Bouton: an HTTP server that answers questions about games, and the page that asks them.
//!
//! ```text
//! connection ─http─▶ question ─lanes─▶ worker process ─ask─▶ crate bouton
//!                                          ▲ limits of the system, ended when it does not stop
//! ```
//!
//! [`http`] looks at connections and requests, [`lanes`] lets questions wait so that long ones never stand before short
//! ones, [`worker`] answers them in a process of its own, which a [`sandbox`] closes off, with [`ask`], over [`frames`]. The server itself runs no rules.
//! The routes are described in `docs/api.md` and in `openapi.json`, and both are tested.

mod ask;
mod cpu;
mod fault;
mod frames;
mod http;
mod lanes;
mod lesson;
mod openapi;
mod options;
mod sandbox;
#[cfg(test)]
mod typescript;
pub mod worker;

pub use options::{Options, is_origin};

use http::Shared;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::watch;

/// Looks at the flag so often.
const LOOK: Duration = Duration::from_millis(100);

/// Serves until `stop` is raised; `ready` is told where, once the server listens.
pub fn serve(options: Options, stop: Arc<AtomicBool>, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let outcome = runtime.block_on(async {
        let listening = http::bind(Arc::new(Shared::new(options))).await?;
        ready(listening.address()?);
        let (tell, stopped) = watch::channel(false);
        let watching = async {
            while !stop.load(Ordering::Relaxed) {
                tokio::time::sleep(LOOK).await;
            }
            // The server may have ended before.
            let _ = tell.send(true);
            std::future::pending::<()>().await;
        };
        tokio::select! {
            () = listening.run(stopped) => {}
            () = watching => {}
        }
        Ok(())
    });
    runtime.shutdown_timeout(Duration::from_millis(500));
    outcome
}
