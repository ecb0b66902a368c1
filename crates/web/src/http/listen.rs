//! Connections: how many, how long they may take to say something, and how they end.

use super::{Shared, serve};
use axum::body::Body;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::HashMap;
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{Instant, Sleep, sleep, timeout};
use tower::ServiceBuilder;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

/// The head of a request has so long to arrive; a connection may be idle for as long.
const HEAD_TIME: Duration = Duration::from_secs(15);

/// A client has so long to take what is sent to it.
const WRITE_TIME: Duration = Duration::from_secs(20);

/// Answers under way have so long to be sent when the server ends.
const FAREWELL: Duration = Duration::from_millis(500);

/// A server that listens.
pub(crate) struct Listening {
    listener: TcpListener,
    shared: Arc<Shared>,
}

/// Begins to listen.
pub(crate) async fn bind(shared: Arc<Shared>) -> io::Result<Listening> {
    let address = SocketAddr::new(shared.options.address, shared.options.port);
    let listener = TcpListener::bind(address).await?;
    Ok(Listening { listener, shared })
}

impl Listening {
    /// Where it listens.
    pub(crate) fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stop` becomes true.
    pub(crate) async fn run(self, mut stop: watch::Receiver<bool>) {
        let open: Arc<Mutex<Open>> = Arc::default();
        let mut connections = tokio::task::JoinSet::new();
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = raised(&mut stop) => break,
                Some(_) = connections.join_next() => continue,
            };
            let Ok((stream, peer)) = accepted else {
                // Out of descriptors, or a client that left at once: the next one may fare better.
                sleep(Duration::from_millis(20)).await;
                continue;
            };
            let address = peer.ip().to_canonical();
            let Some(seat) = Seat::take(&open, address, &self.shared) else { continue };
            connections.spawn(connection(self.shared.clone(), stream, address, seat, stop.clone()));
        }
        drop(self.listener);
        let _ = timeout(FAREWELL, async { while connections.join_next().await.is_some() {} }).await;
    }
}

/// Waits until the server is to end; the value is not held on to.
async fn raised(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|s| *s).await.map(|_| ());
}

async fn connection(
    shared: Arc<Shared>,
    stream: TcpStream,
    address: IpAddr,
    _seat: Seat,
    mut stop: watch::Receiver<bool>,
) {
    // Small answers should not wait for more to come.
    let _ = stream.set_nodelay(true);
    let io = TokioIo::new(Impatient { stream, waiting: None });
    let when =
        SizeAbove::default().and(NotForContentType::IMAGES).and(Packs { public: shared.options.public });
    let packing = CompressionLayer::new().quality(CompressionLevel::Precise(5)).compress_when(when);
    let service = ServiceBuilder::new().layer(packing).service_fn(move |request: Request<Incoming>| {
        let shared = shared.clone();
        async move { Ok::<_, Infallible>(serve(shared, address, request.map(Body::new)).await) }
    });
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(64 << 10).max_headers(64);
    let serving = builder.serve_connection(io, TowerToHyperService::new(service));
    tokio::pin!(serving);
    tokio::select! {
        // A client that breaks off is no fault of ours.
        _ = &mut serving => {}
        () = raised(&mut stop) => {
            serving.as_mut().graceful_shutdown();
            let _ = timeout(FAREWELL, serving).await;
        }
    }
}

/// Which answers are packed: for strangers all, streams of events too, whose answer may be a large table (each event is sent at once all the same); on
/// this machine only those that are packed sooner than they are sent.
#[derive(Clone, Copy)]
struct Packs {
    public: bool,
}

/// A large table is base64 of numbers, and is sent to this machine at once.
const LARGE: u64 = 256 << 10;

impl Predicate for Packs {
    fn should_compress<B: hyper::body::Body>(&self, response: &Response<B>) -> bool {
        self.public || response.body().size_hint().upper().is_some_and(|size| size < LARGE)
    }
}

/// Connections that are open.
#[derive(Default)]
struct Open {
    all: usize,
    by: HashMap<IpAddr, usize>,
}

/// A connection that is counted.
struct Seat {
    open: Arc<Mutex<Open>>,
    address: IpAddr,
}

impl Seat {
    /// `None` if all seats are taken: the connection is closed at once.
    fn take(open: &Arc<Mutex<Open>>, address: IpAddr, shared: &Shared) -> Option<Seat> {
        let mut state = open.lock().unwrap_or_else(|e| e.into_inner());
        let own = state.by.get(&address).copied().unwrap_or(0);
        if state.all >= shared.options.connections() || own >= shared.options.connections_of(address) {
            return None;
        }
        state.all += 1;
        *state.by.entry(address).or_default() += 1;
        Some(Seat { open: open.clone(), address })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut state = self.open.lock().unwrap_or_else(|e| e.into_inner());
        state.all -= 1;
        if let Some(own) = state.by.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                state.by.remove(&self.address);
            }
        }
    }
}

/// A connection that is given up if its client does not take what is sent.
struct Impatient {
    stream: TcpStream,
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Impatient {
    /// Lets a write wait for so long and no longer.
    fn patience<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        let waiting = self
            .waiting
            .get_or_insert_with(|| Box::pin(tokio::time::sleep_until(Instant::now() + WRITE_TIME)));
        match waiting.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Impatient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, out)
    }
}

impl AsyncWrite for Impatient {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.patience(cx, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(cx);
        self.patience(cx, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
