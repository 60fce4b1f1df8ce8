import { type Clock, inOrder, waitAtMost } from '@mqdeck/kit'
import type { ConnectorAtWork } from './connector.ts'
import { reasonOf } from './reason.ts'
import { type IntegrationState, notInstalled, withoutConnector } from './state.ts'

/** What an action or a source does with the connection of its connector. */
interface Work {
  /** On a fresh connection. Rejects with the reason why it cannot work now. */
  readonly begin: (connection: unknown, signal: AbortSignal) => Promise<void>
  /** Every now and then. Rejects with the reason. */
  readonly check: (connection: unknown, signal: AbortSignal) => Promise<void>
  /** Nobody wants it any more, or the connection is gone (`isLost`), or it cannot work now. Never rejects. */
  readonly end: (isLost: boolean) => Promise<void>
}

export interface MemberOptions {
  readonly clock: Clock
  /** Milliseconds between two looks. */
  readonly healthInterval: number
  readonly work: Work
  readonly onChange: (state: IntegrationState) => void
}

/** An action or a source: works for as long as its connector is connected. */
export interface Member {
  readonly state: () => IntegrationState
  /** Whether it is wanted: started, on a connector that is, too. */
  readonly isRunning: () => boolean
  readonly connector: () => ConnectorAtWork | undefined
  /** From now on it works on this one. Resolves after the first attempt where the connector is connected. */
  readonly attach: (connector: ConnectorAtWork | undefined) => Promise<void>
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Milliseconds that one beginning, one check or one end may take. */
const timeout = 5_000

/** The connection that it works on, or tries to. */
interface Held {
  readonly connection: unknown
  readonly from: ConnectorAtWork
  hasBegun: boolean
  attempt: AbortController | undefined
}

export function createMember({ clock, healthInterval, work, onChange }: MemberOptions): Member {
  let state: IntegrationState = { status: 'disconnected', reason: notInstalled, since: clock.now() }
  let connector: ConnectorAtWork | undefined
  let isStarted = false
  let detach = () => {}
  let cancelNext = () => {}
  let held: Held | undefined
  let round: Promise<void> = Promise.resolve()
  const oneByOne = inOrder()

  return {
    state: () => state,
    isRunning: () => isStarted && connector !== undefined && connector.resource.state().status !== 'stopped',
    connector: () => connector,
    attach(next) {
      detach()
      connector = next
      detach = next?.onChange(() => void follow()) ?? (() => {})
      return follow()
    },
    start() {
      isStarted = true
      return follow()
    },
    stop() {
      isStarted = false
      return follow()
    },
  }

  async function follow(): Promise<void> {
    await oneByOne(adapt)
    await round
  }

  /** Does as the connector does. */
  async function adapt(): Promise<void> {
    if (held && held.connection !== wanted()) await letGo(held)
    const connection = wanted()
    if (connection === undefined || !connector) return become(...idle())
    if (held) return
    held = { connection, from: connector, hasBegun: false, attempt: undefined }
    become('connecting', '')
    attempt(held)
  }

  function wanted(): unknown {
    return isStarted ? connector?.resource.current() : undefined
  }

  function idle(): [IntegrationState['status'], string] {
    if (!isStarted || !connector) return ['disconnected', notInstalled]
    return [connector.resource.state().status === 'connecting' ? 'connecting' : 'disconnected', withoutConnector]
  }

  async function letGo({ connection, from, attempt: last }: Held): Promise<void> {
    cancelNext()
    last?.abort(new Error('stopped meanwhile'))
    held = undefined
    await end(from.resource.current() !== connection)
  }

  /** The other side may never answer: nobody waits for it longer than for anything else. */
  function end(isLost: boolean): Promise<void> {
    return waitAtMost(clock, timeout, () => work.end(isLost)).catch(() => undefined)
  }

  function attempt(own: Held): void {
    round = tryOnce(own).finally(() => {
      if (own === held) cancelNext = clock.after(healthInterval, () => attempt(own))
    })
  }

  async function tryOnce(own: Held): Promise<void> {
    const control = new AbortController()
    own.attempt = control
    const cancel = clock.after(timeout, () => control.abort(new Error(`no response within ${timeout} ms`)))
    try {
      const step = own.hasBegun ? work.check : work.begin
      await Promise.race([step(own.connection, control.signal), aborted(control.signal)])
      own.hasBegun = true
      if (own === held) become('connected', '')
    } catch (error) {
      control.abort(error)
      if (own !== held) return
      own.hasBegun = false
      await end(false)
      if (own === held) become('disconnected', reasonOf(error, connector?.redact ?? String))
    } finally {
      cancel()
    }
  }

  function become(status: IntegrationState['status'], reason: string): void {
    if (state.status === status && state.reason === reason) return
    state = { status, reason, since: state.status === status ? state.since : clock.now() }
    onChange(state)
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
