/** Time of the game that is open. */

const TICK = 1000;

/** A time as `3:07` or `1:02:07`. @param {number} milliseconds */
export function timeText(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.slice(parts[0] ? 0 : 1).map((part, place) => (place ? String(part).padStart(2, '0') : part)).join(':');
}

/** Starts a clock that reports the time that passes while it runs. @param {() => boolean} isRunning @param {(milliseconds: number) => void} onTime */
export function startClock(isRunning, onTime) {
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    // A device that slept did not play.
    if (isRunning()) onTime(Math.min(now - last, 2 * TICK));
    last = now;
  }, TICK);
}
