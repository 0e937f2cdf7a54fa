//! Panics of a decoder as values, without a message on standard error.

use std::{
    cell::Cell,
    panic::{self, AssertUnwindSafe, catch_unwind},
    sync::Once,
};

thread_local! {
    /// Set while this thread decodes what may be damaged.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

static HOOK: Once = Once::new();

/// Runs `read`; returns `None` if it panics. Panics of other threads, and of this one outside of `read`, are shown as before.
pub(super) fn catch<T>(read: impl FnOnce() -> T) -> Option<T> {
    HOOK.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                previous(info);
            }
        }));
    });
    let before = QUIET.replace(true);
    let result = catch_unwind(AssertUnwindSafe(read));
    QUIET.set(before);
    result.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_value_and_the_thread_stays_audible() {
        assert_eq!(catch(|| 3), Some(3));
        assert_eq!(catch(|| assert!(!QUIET.get(), "damaged")), None);
        assert!(!QUIET.get());
    }
}
