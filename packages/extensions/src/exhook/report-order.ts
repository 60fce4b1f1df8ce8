/** An event of a client that must be reported in order. */
export type LifeEvent =
  | 'client.connack'
  | 'client.connected'
  | 'client.disconnected'
  | 'session.created'
  | 'session.resumed'
  | 'session.discarded'
  | 'session.takenover'

interface Entry {
  /** Undefined for events that keep their place. */
  readonly rank: number | undefined
  readonly event: string
  readonly send: () => void
}

export interface ReportOrder {
  /** An event of the life cycle: reported at the end of the current step, in EMQX's order. */
  life(key: string, event: LifeEvent, reason: string | undefined, send: () => void): void
  /** Another event: reported immediately, or after the events of the same client that are held back. */
  other(key: string, send: () => void): void
  /** Whether the event of the client is held back. */
  holds(key: string, event: LifeEvent): boolean
  /** Reports what is held back of the client. */
  flush(key: string): void
}

/** When a client reconnects, its old connection ends before its new session is created, or after its session is resumed. */
const ranks = {
  'client.disconnected': 0,
  'session.created': 1,
  'session.resumed': 1,
  'client.disconnected takenover': 2,
  'session.discarded': 3,
  'session.takenover': 4,
  'client.connected': 5,
  'client.connack': 6,
} as const

/**
 * EMQX has one process for each connection, and reports what happens when a client connects in an order that differs
 * from the one in which this broker runs its hooks. All of it happens in one synchronous step here, so the events of a
 * client are held back until that step is over.
 */
export function createReportOrder(): ReportOrder {
  const held = new Map<string, Entry[]>()

  const flush = (key: string) => {
    const entries = held.get(key)
    if (!entries) return
    held.delete(key)
    for (const { send } of inOrder(entries)) send()
  }

  return {
    life(key, event, reason, send) {
      const entries = held.get(key) ?? []
      const rank =
        event === 'client.disconnected' && reason === 'takenover'
          ? ranks['client.disconnected takenover']
          : ranks[event]
      entries.push({ rank, event, send })
      if (held.has(key)) return
      held.set(key, entries)
      queueMicrotask(() => flush(key))
    },
    other(key, send) {
      const entries = held.get(key)
      if (entries) entries.push({ rank: undefined, event: '', send })
      else send()
    },
    holds: (key, event) => held.get(key)?.some((entry) => entry.event === event) === true,
    flush,
  }
}

/** Events with a rank change places among each other. The end of a connection alone stays where it is. */
function inOrder(entries: readonly Entry[]): readonly Entry[] {
  const isStart = ({ event }: Entry) =>
    event === 'session.created' || event === 'session.resumed' || event === 'client.connected'
  if (!entries.some(isStart)) return entries
  const ranked = entries.filter(({ rank }) => rank !== undefined).sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
  let next = 0
  return entries.map((entry) => {
    if (entry.rank === undefined) return entry
    next += 1
    return ranked[next - 1] ?? entry
  })
}
