import type { Clock } from '@mqdeck/kit'

/** Intervals of heart-beats in milliseconds; 0: none. */
export interface HeartBeats {
  readonly outgoing: number
  readonly incoming: number
}

/** Shorter intervals cost too much. The client gets this one in CONNECTED and must accept it. */
const minInterval = 1000
/** A connection without data for this number of intervals is closed. */
const tolerance = 3

/** Reads `heart-beat` of CONNECT: the intervals in ms that the client can send at and wants to receive at. Undefined if invalid. */
export function parseHeartBeats(header: string | undefined): HeartBeats | undefined {
  if (header === undefined) return { outgoing: 0, incoming: 0 }
  const [, sends, wants] = /^\s*(\d{1,9})\s*,\s*(\d{1,9})\s*$/.exec(header) ?? []
  if (sends === undefined || wants === undefined) return undefined
  return { outgoing: atLeast(Number(wants)), incoming: atLeast(Number(sends)) }
}

const atLeast = (interval: number) => (interval === 0 ? 0 : Math.max(interval, minInterval))

interface HeartBeatOptions extends HeartBeats {
  readonly clock: Clock
  readonly send: () => void
  /** Milliseconds since the epoch. */
  readonly lastReceived: () => number
  readonly silent: () => void
}

/** Returns a function that stops the timers. */
export function startHeartBeats({ outgoing, incoming, clock, send, lastReceived, silent }: HeartBeatOptions) {
  const stops = [
    outgoing > 0 ? clock.every(outgoing, send) : undefined,
    incoming > 0
      ? clock.every(incoming, () => {
          if (clock.now() - lastReceived() >= incoming * tolerance) silent()
        })
      : undefined,
  ]
  return () => {
    for (const stop of stops) stop?.()
  }
}
