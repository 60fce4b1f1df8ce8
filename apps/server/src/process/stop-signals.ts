/**
 * Milliseconds in which more signals are copies of the first one. A terminal (Ctrl-C) and systemd send it to all processes, and npm and
 * bin/mqdeck.mjs forward theirs to this one.
 */
const copiesMs = 500

type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/** Calls `stop` for the first of the signals. A later one ends the process immediately. */
export function onStopSignal(signals: readonly StopSignal[], stop: () => void): void {
  let stoppedAt: number | undefined
  const react = () => {
    if (stoppedAt === undefined) {
      stoppedAt = performance.now()
      stop()
    } else if (performance.now() - stoppedAt > copiesMs) process.exit(130)
  }
  for (const signal of signals) process.on(signal, react)
}
