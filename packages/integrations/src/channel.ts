import { type Clock, inOrder, waitAtMost } from '@mqdeck/kit'
import type { ConnectorInstance } from './connector.ts'
import type { IntegrationState } from './integrations.ts'
import { reasonOf } from './reason.ts'

/** Reason of an action or source whose connector is not connected. */
export const withoutConnector = 'Resource not operational'
/** Reason of an action or source that is disabled or has no connector. */
const notInstalled = 'Not installed'

/** The specific part of an action or a source. */
interface ChannelWork {
  /** Called for each new connection. Rejects with the reason if the channel cannot work. */
  readonly begin: (connection: unknown, signal: AbortSignal) => Promise<void>
  /** Called at the health check interval. Rejects with the reason. */
  readonly check: (connection: unknown, signal: AbortSignal) => Promise<void>
  /** Called when the channel stops, cannot work, or the connection is lost (`isLost`). Never rejects. */
  readonly end: (isLost: boolean) => Promise<void>
}

export interface ChannelOptions {
  readonly clock: Clock
  /** Milliseconds between two checks. */
  readonly healthInterval: number
  readonly work: ChannelWork
  readonly onChange: (state: IntegrationState) => void
}

/** An action or a source. It works while its connector is connected. */
export interface Channel {
  readonly state: () => IntegrationState
  /** True if the channel and its connector are started. */
  readonly isRunning: () => boolean
  readonly connector: () => ConnectorInstance | undefined
  /** Uses this connector from now on. Resolves after the first attempt if the connector is connected. */
  readonly attach: (connector: ConnectorInstance | undefined) => Promise<void>
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Milliseconds that starting, checking or stopping can take. */
const timeout = 5_000

/** The connection that the channel uses or tries to use. */
interface Attachment {
  readonly connection: unknown
  readonly from: ConnectorInstance
  hasStarted: boolean
  attempt: AbortController | undefined
}

export function createChannel({ clock, healthInterval, work, onChange }: ChannelOptions): Channel {
  let state: IntegrationState = { status: 'disconnected', reason: notInstalled, since: clock.now() }
  let connector: ConnectorInstance | undefined
  let isStarted = false
  let detach = () => {}
  let cancelNext = () => {}
  let attachment: Attachment | undefined
  let round: Promise<void> = Promise.resolve()
  const oneByOne = inOrder()

  return {
    state: () => state,
    isRunning: () => isStarted && connector !== undefined && connector.resource.state().status !== 'stopped',
    connector: () => connector,
    attach(next) {
      detach()
      connector = next
      detach = next?.onChange(() => void update()) ?? (() => {})
      return update()
    },
    start() {
      isStarted = true
      return update()
    },
    stop() {
      isStarted = false
      return update()
    },
  }

  async function update(): Promise<void> {
    await oneByOne(followConnector)
    await round
  }

  /** Follows the state of the connector. */
  async function followConnector(): Promise<void> {
    if (attachment && attachment.connection !== currentConnection()) await release(attachment)
    const connection = currentConnection()
    if (connection === undefined || !connector) return setState(...idle())
    if (attachment) return
    attachment = { connection, from: connector, hasStarted: false, attempt: undefined }
    setState('connecting', '')
    attempt(attachment)
  }

  function currentConnection(): unknown {
    return isStarted ? connector?.resource.current() : undefined
  }

  function idle(): [IntegrationState['status'], string] {
    if (!isStarted || !connector) return ['disconnected', notInstalled]
    return [connector.resource.state().status === 'connecting' ? 'connecting' : 'disconnected', withoutConnector]
  }

  async function release({ connection, from, attempt: last }: Attachment): Promise<void> {
    cancelNext()
    last?.abort(new Error('stopped meanwhile'))
    attachment = undefined
    await end(from.resource.current() !== connection)
  }

  /** The timeout is needed because the other side may never respond. */
  function end(isLost: boolean): Promise<void> {
    return waitAtMost(clock, timeout, () => work.end(isLost)).catch(() => undefined)
  }

  function attempt(own: Attachment): void {
    round = tryOnce(own).finally(() => {
      if (own === attachment) cancelNext = clock.after(healthInterval, () => attempt(own))
    })
  }

  async function tryOnce(own: Attachment): Promise<void> {
    const control = new AbortController()
    own.attempt = control
    const cancel = clock.after(timeout, () => control.abort(new Error(`no response within ${timeout} ms`)))
    try {
      const step = own.hasStarted ? work.check : work.begin
      await Promise.race([step(own.connection, control.signal), aborted(control.signal)])
      own.hasStarted = true
      if (own === attachment) setState('connected', '')
    } catch (error) {
      control.abort(error)
      if (own !== attachment) return
      own.hasStarted = false
      await end(false)
      if (own === attachment) setState('disconnected', reasonOf(error, connector?.redact ?? String))
    } finally {
      cancel()
    }
  }

  function setState(status: IntegrationState['status'], reason: string): void {
    if (state.status === status && state.reason === reason) return
    state = { status, reason, since: state.status === status ? state.since : clock.now() }
    onChange(state)
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
