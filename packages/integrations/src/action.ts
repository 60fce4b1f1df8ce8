import { AnswerError } from '@mqdeck/drivers'
import {
  type BufferStorage,
  createFailures,
  createRequestBuffer,
  createRequestCounters,
  diskStorage,
  type Failure,
  memoryStorage,
  type RequestBuffer,
  type RequestCounters,
  type RequestMetrics,
  type RequestResult,
  type Store,
  toSample,
} from '@mqdeck/kit'
import { createChannel } from './channel.ts'
import type { ConnectorInstance } from './connector.ts'
import type { ActionEvent, IntegrationState } from './integrations.ts'
import type { ActionSettings } from './plain.ts'
import type { ActionRuntime, Data, IntegrationContext } from './port.ts'
import { type Redact, reasonOf } from './reason.ts'

export interface SendOptions {
  /** Called at most once, and not for requests that outlive the process on disk. */
  readonly done?: ((outcome: RequestResult) => void) | undefined
  /** Requests with the same key keep their order. In most cases the client ID. */
  readonly key?: string | undefined
  /** Passed to observers unchanged, to identify the rule and the client. */
  readonly trace?: unknown
  /** Only renders the templates and reports to observers. `done` gets the rendered request. */
  readonly renderOnly?: boolean | undefined
}

export interface ActionOptions {
  readonly id: string
  readonly settings: ActionSettings
  readonly context: IntegrationContext
  readonly store: Store
  /** Counters of the previous instance, in case of an update. */
  readonly counters?: RequestCounters
  readonly onChange: (state: IntegrationState) => void
  /** Undefined if there are no observers. */
  readonly observer: () => ((event: ActionEvent) => void) | undefined
}

/** An enabled or disabled action. */
export interface ActionInstance {
  readonly id: string
  readonly settings: ActionSettings
  readonly counters: RequestCounters
  readonly state: () => IntegrationState
  readonly metrics: () => RequestMetrics
  /** The latest errors of requests. */
  readonly failures: () => readonly Failure[]
  /** Resets the counters and forgets the errors. */
  readonly reset: () => void
  /** Uses this connector and runtime from now on. Buffered requests are kept. */
  readonly attach: (connector: ConnectorInstance | undefined, runtime: ActionRuntime | undefined) => Promise<void>
  readonly send: (data: Data, options: SendOptions) => void
  readonly start: () => Promise<void>
  /** Drops the requests in memory. */
  readonly stop: () => Promise<void>
  /** Drops all requests, including those on disk. */
  readonly discard: () => Promise<void>
  /** Deletes accepted data of a deleted action, such as records that are not uploaded yet. */
  readonly forget: () => Promise<void>
  readonly whenEmpty: (ms: number) => Promise<void>
}

export function createAction(options: ActionOptions): ActionInstance {
  const { id, settings, context, store } = options
  const { clock, log } = context
  const counters = options.counters ?? createRequestCounters(clock)
  const failures = createFailures(clock)
  let runtime: ActionRuntime | undefined
  let buffer: RequestBuffer<unknown> | undefined

  const channel = createChannel({
    clock,
    healthInterval: settings.resource_opts.health_check_interval,
    onChange: options.onChange,
    work: {
      async begin(connection, signal) {
        await runtime?.check?.(connection, signal)
        buffer?.open()
      },
      async check(connection, signal) {
        await runtime?.check?.(connection, signal)
      },
      async end(isLost) {
        if (isLost) buffer?.interrupt('the connection is closed')
        else buffer?.pause()
      },
    },
  })
  const redact: Redact = (text) => channel.connector()?.redact(text) ?? text

  return {
    id,
    settings,
    counters,
    state: channel.state,
    metrics: () => counters.read(buffer?.waiting() ?? nothing),
    failures: failures.read,
    reset() {
      counters.reset()
      failures.reset()
    },
    async attach(connector, next) {
      await channel.attach(undefined)
      runtime = next
      await channel.attach(connector)
    },
    send,
    async start() {
      buffer ??= createBuffer()
      await channel.start()
    },
    async stop() {
      await channel.stop()
      const old = buffer
      buffer = undefined
      await old?.stop()
    },
    async discard() {
      await channel.stop()
      const old = buffer
      buffer = undefined
      await old?.discard()
      if (bufferOptions().buffer_mode === 'disk') await forgetBuffer(store, id)
    },
    forget: async () => runtime?.forget?.(),
    whenEmpty: async (ms) => {
      if (channel.state().status === 'connected') await buffer?.whenEmpty(ms)
    },
  }

  function bufferOptions(): ActionSettings['resource_opts'] {
    return { ...settings.resource_opts, ...runtime?.buffering }
  }

  function createBuffer() {
    const opts = bufferOptions()
    return createRequestBuffer<unknown>({
      clock,
      counters,
      storage: storageOf(),
      settings: {
        batchSize: opts.batch_size ?? 1,
        batchTime: opts.batch_time ?? 0,
        workers: opts.worker_pool_size ?? 16,
        queryMode: opts.query_mode ?? 'async',
        inflightWindow: opts.inflight_window ?? 100,
        requestTtl: opts.request_ttl ?? Number.POSITIVE_INFINITY,
        maxBytes: opts.max_buffer_bytes ?? 256 * 1024 * 1024,
        maxWaitMs: opts.health_check_interval,
      },
      async send(batch, signal) {
        const connection = channel.connector()?.resource.current()
        if (connection === undefined || !runtime) throw new Error('the connection is closed')
        return runtime.send(connection, batch, signal)
      },
      isFinal: (error) => error instanceof AnswerError,
      onTrouble() {
        channel.connector()?.resource.suspect()
      },
    })
  }

  function storageOf(): BufferStorage<unknown> {
    const mode = bufferOptions().buffer_mode ?? 'memory_only'
    if (mode === 'memory_only') return memoryStorage()
    return diskStorage(store, {
      name: bufferName(id),
      survives: mode === 'disk',
      meaning: JSON.stringify([settings.connector, settings.parameters]),
      onForgotten(count) {
        counters.drop('other', count)
        log.warn({ action: id, count }, 'buffer_dropped_after_change')
      },
    })
  }

  function send(data: Data, { done, key, trace, renderOnly }: SendOptions): void {
    const observer = options.observer()
    const request = rendered(data, trace, done, renderOnly === true)
    if (!request) return
    const sample = !renderOnly && failures.needsSample() ? toSample(data) : undefined
    if (renderOnly) {
      observer?.({ event: 'action_stopped_after_template_rendering', action: id, trace })
      done?.({ result: 'success', answer: request.shown })
    } else {
      counters.count('matched')
      if (buffer && channel.isRunning()) put(buffer, request.value, sample, { done, key, trace })
      else refuse(trace, sample, done)
    }
  }

  function put(
    into: RequestBuffer<unknown>,
    request: unknown,
    sample: string | undefined,
    { done, key, trace }: SendOptions,
  ): void {
    const observer = options.observer()
    const kept = into.put(request, {
      key,
      done: (end) => ended(end, trace, sample, done),
      onRetry:
        observer &&
        ((reason) => observer({ event: 'action_retried', action: id, trace, reason: reasonOf(reason, redact) })),
    })
    kept?.catch((error: unknown) => log.error({ action: id, reason: reasonOf(error, redact) }, 'buffer_write_failed'))
  }

  function rendered(data: Data, trace: unknown, done: SendOptions['done'], isTest: boolean) {
    try {
      if (!runtime) return { value: undefined, shown: undefined }
      const observer = options.observer()
      const value = runtime.render(data)
      const shown = observer || isTest ? (runtime.show?.(value) ?? value) : undefined
      observer?.({ event: 'action_template_rendered', action: id, trace, request: shown })
      return { value, shown }
    } catch (error) {
      if (!isTest) {
        counters.count('matched')
        counters.count('failed')
      }
      ended({ result: 'failed', reason: reasonOf(error, redact) }, trace, isTest ? undefined : toSample(data), done)
      return undefined
    }
  }

  function refuse(trace: unknown, sample: string | undefined, done: SendOptions['done']): void {
    const reason = channel.connector() ? 'resource_stopped' : 'resource_not_found'
    counters.drop(reason)
    ended({ result: 'out_of_service', reason }, trace, sample, done)
  }

  function ended(end: RequestResult, trace: unknown, sample: string | undefined, done: SendOptions['done']): void {
    const safe = end.result === 'success' ? end : { ...end, reason: reasonOf(end.reason, redact) }
    if (safe.result !== 'success')
      failures.add(safe.reason, { sample: sample === undefined ? undefined : () => sample })
    options.observer()?.(eventOf(id, safe, trace))
    done?.(safe)
  }
}

const nothing = { queuing: 0, queuing_bytes: 0, inflight: 0 }

const bufferName = (id: string) => `action:${id}`

/** Deletes the buffer of a deleted action. */
async function forgetBuffer(store: Store, id: string): Promise<void> {
  const storage = diskStorage(store, { name: bufferName(id), survives: false })
  storage.earlierItems()
  await storage.settled()
}

function eventOf(action: string, end: RequestResult, trace: unknown): ActionEvent {
  switch (end.result) {
    case 'success':
      return { event: 'action_success', action, trace, answer: end.answer }
    case 'out_of_service':
      return { event: 'out_of_service', action, trace, reason: end.reason }
    case 'failed':
      return { event: 'action_failed', action, trace, reason: end.reason }
    case 'discarded':
      return {
        event: end.reason === 'request_expired' ? 'request_expired' : 'action_failed',
        action,
        trace,
        reason: end.reason,
      }
  }
}
