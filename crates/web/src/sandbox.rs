//! What a worker may still ask of the system once it has started: memory, threads, the time, and the pipes that it has. It can
//! open no file and no socket, start no process, look at no other, and, where rules do not run as machine code, make no
//! memory executable. This is seccomp in filter mode, of Linux on x86-64 and ARM64; other systems have no sandbox.

use std::io;

/// Does this system have a sandbox?
pub(crate) const OFFERED: bool =
    cfg!(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")));

/// Enters it, with all threads and for good. `machine`: memory may become machine code.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) fn enter(machine: bool) -> io::Result<()> {
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter_all_threads};
    let architecture = std::env::consts::ARCH.try_into().map_err(io::Error::other)?;
    let refused = |error: i32| SeccompAction::Errno(error as u32);
    // The flags of clone3 lie in memory, where a filter cannot look; who is told that it does not exist takes clone.
    let newer = SeccompFilter::new(
        [(libc::SYS_clone3, Vec::new())].into(),
        SeccompAction::Allow,
        refused(libc::ENOSYS),
        architecture,
    );
    let rules = allowed(machine).map_err(io::Error::other)?;
    let rest = SeccompFilter::new(rules, refused(libc::EPERM), SeccompAction::Allow, architecture);
    for filter in [newer, rest] {
        let program: BpfProgram = filter.and_then(TryInto::try_into).map_err(io::Error::other)?;
        apply_filter_all_threads(&program).map_err(io::Error::other)?;
    }
    Ok(())
}

/// There is none.
#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub(crate) fn enter(_machine: bool) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The calls that are let through, some with conditions on their arguments.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn allowed(
    machine: bool,
) -> Result<std::collections::BTreeMap<i64, Vec<seccompiler::SeccompRule>>, seccompiler::BackendError> {
    use libc::*;
    use seccompiler::SeccompCmpArgLen::Qword;
    use seccompiler::SeccompCmpOp::{self, Eq, MaskedEq};
    use seccompiler::{SeccompCondition, SeccompRule};
    let only = |argument: u8, op: SeccompCmpOp, value: u64| {
        SeccompRule::new(vec![SeccompCondition::new(argument, Qword, op, value)?])
    };
    let always = [
        // The pipes, and files that are open.
        SYS_read,
        SYS_write,
        SYS_writev,
        SYS_pread64,
        SYS_close,
        // Memory.
        SYS_brk,
        SYS_munmap,
        SYS_mremap,
        SYS_madvise,
        // Threads, and the signals that std and abort use.
        SYS_clone3,
        SYS_futex,
        SYS_sched_yield,
        SYS_sched_getaffinity,
        SYS_set_robust_list,
        SYS_rseq,
        SYS_getpid,
        SYS_gettid,
        SYS_rt_sigaction,
        SYS_rt_sigprocmask,
        SYS_rt_sigreturn,
        SYS_sigaltstack,
        SYS_restart_syscall,
        SYS_exit,
        SYS_exit_group,
        // Time and chance.
        SYS_clock_gettime,
        SYS_clock_nanosleep,
        SYS_nanosleep,
        SYS_getrandom,
    ];
    let mut rules: std::collections::BTreeMap<i64, Vec<SeccompRule>> =
        always.into_iter().map(|call| (call, Vec::new())).collect();
    for call in [SYS_mmap, SYS_mprotect] {
        let conditions = if machine { Vec::new() } else { vec![only(2, MaskedEq(PROT_EXEC as u64), 0)?] };
        rules.insert(call, conditions);
    }
    let thread = CLONE_THREAD as u64;
    rules.insert(SYS_clone, vec![only(0, MaskedEq(thread), thread)?]);
    // Only itself may be ended, and limits only read.
    rules.insert(SYS_tgkill, vec![only(0, Eq, u64::from(std::process::id()))?]);
    rules.insert(SYS_prlimit64, vec![only(2, Eq, 0)?]);
    Ok(rules)
}

#[cfg(all(test, target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod tests {
    use std::io::ErrorKind::PermissionDenied;
    use std::io::Write;
    use std::net::{TcpListener, UdpSocket};
    use std::os::unix::net::UnixStream;
    use std::process::Command;

    /// Set in the process that enters the sandbox.
    const INSIDE: &str = "BOUTON_SANDBOX";

    /// There is no way out of a sandbox, so this test starts itself again, and the copy goes in.
    #[test]
    fn files_sockets_and_processes_are_refused() {
        let Ok(machine) = std::env::var(INSIDE) else {
            for machine in ["", "machine"] {
                let itself = std::env::current_exe().unwrap();
                let name = "sandbox::tests::files_sockets_and_processes_are_refused";
                let copy =
                    Command::new(itself).args(["--exact", name, "--nocapture"]).env(INSIDE, machine).output();
                let copy = copy.unwrap();
                let said = String::from_utf8_lossy(&copy.stdout);
                assert!(copy.status.success() && said.contains("refused and allowed"), "{copy:?}");
            }
            return;
        };
        // Before: all of this is possible.
        assert!(std::fs::read("/proc/self/status").is_ok() && UdpSocket::bind("127.0.0.1:0").is_ok());
        assert!(Command::new("true").status().is_ok());
        let place = std::env::temp_dir().join("bouton-sandbox");
        let parent = rustix::process::getppid().unwrap();
        let open = std::fs::File::open("/proc/self/status").unwrap();
        let waiting = std::sync::Barrier::new(2);
        std::thread::scope(|scope| {
            // Threads that run already are inside as well.
            let before = scope.spawn(|| {
                waiting.wait();
                std::fs::read("/proc/self/status").map(|_| ())
            });
            super::enter(!machine.is_empty()).unwrap();
            waiting.wait();
            let tried = [
                ("a thread from before", before.join().unwrap()),
                ("read", std::fs::read("/proc/self/status").map(|_| ())),
                ("write", std::fs::write(&place, "x")),
                ("create a folder", std::fs::create_dir(&place)),
                ("remove", std::fs::remove_file(&place)),
                ("look", std::fs::metadata("/").map(|_| ())),
                ("list", std::fs::read_dir("/").map(|_| ())),
                ("listen", TcpListener::bind("127.0.0.1:0").map(|_| ())),
                ("a datagram", UdpSocket::bind("127.0.0.1:0").map(|_| ())),
                ("a local socket", UnixStream::pair().map(|_| ())),
                ("a process", Command::new("true").status().map(|_| ())),
                ("a pipe", std::io::pipe().map(|_| ())),
                (
                    "a file for memory",
                    rustix::fs::memfd_create("x", rustix::fs::MemfdFlags::empty())
                        .map(|_| ())
                        .map_err(Into::into),
                ),
                (
                    "a limit",
                    rustix::process::setrlimit(
                        rustix::process::Resource::Core,
                        rustix::process::Rlimit { current: None, maximum: None },
                    )
                    .map_err(Into::into),
                ),
                ("a signal to another", rustix::process::test_kill_process(parent).map_err(Into::into)),
            ];
            for (what, done) in tried {
                assert_eq!(done.map_err(|e| e.kind()), Err(PermissionDenied), "{what}");
            }
        });
        // SAFETY: fresh memory somewhere, which nobody uses.
        #[allow(unsafe_code)]
        let code = unsafe {
            let (prot, flags) = (libc::PROT_READ | libc::PROT_EXEC, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
            libc::mmap(std::ptr::null_mut(), 4096, prot, flags, -1, 0)
        };
        assert_eq!(code != libc::MAP_FAILED, machine == "machine");
        // What a worker needs goes on.
        let mut text = [0; 64];
        assert!(std::os::unix::fs::FileExt::read_at(&open, &mut text, 0).unwrap() > 0);
        assert_eq!(std::thread::spawn(|| vec![1u8; 64 << 20].len()).join().unwrap(), 64 << 20);
        std::thread::sleep(std::time::Duration::from_millis(1));
        println!("refused and allowed");
        std::io::stdout().flush().unwrap();
    }
}
