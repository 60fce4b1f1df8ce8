import { matchesFilter, messageOf } from '@mqdeck/contract'
import type { Clock, Log } from '@mqdeck/kit'
import type { ValuedAnswer } from './answers.ts'
import { createCallQueue } from './call-queue.ts'
import type { ExHookVersion } from './definition.ts'
import type { ServerMetrics } from './hook-metrics.ts'
import {
  type ChosenHook,
  type LoadedProvider,
  type LoadOptions,
  loadProvider,
  unloadProvider,
} from './load-provider.ts'
import { type AskingHook, type HookName, hookMethods, type ReportingHook } from './protocol.ts'
import type { ExHookSettings } from './settings.ts'

export interface ServerState {
  readonly status: 'connected' | 'connecting' | 'disconnected' | 'disabled'
  /** Why it is not connected. */
  readonly reason: string | undefined
}

/** Builds a request when it is sent. */
export type MakeRequest = (version: ExHookVersion) => object

/** One ExHook server of the configuration. */
export interface ExHookServer {
  readonly settings: ExHookSettings
  readonly metrics: ServerMetrics
  state(): ServerState
  /** The hooks that the server chose. Undefined until it has been loaded, or since its settings were changed. */
  hooks(): readonly ChosenHook[] | undefined
  /**
   * The hooks in effect: those that the server chose, also while it is not connected, because its calls fail then. Clients
   * are rejected until a server with the failed action `deny` has been loaded.
   */
  activeHooks(): readonly ChosenHook[]
  wants(hook: HookName, topic?: string): boolean
  /** @param size bytes that the report keeps in memory while it waits */
  report(hook: ReportingHook, key: string, make: MakeRequest, size?: number): void
  /** Waits for earlier calls of the same client, and at most for the request timeout. Never rejects. */
  ask(hook: AskingHook, key: string, make: MakeRequest): Promise<ValuedAnswer | 'failed'>
  /** Resolves when the first attempt to connect is over. */
  start(): Promise<void>
  /** @param drain sends the reports that are waiting, for at most a second */
  stop(drain?: boolean): Promise<void>
}

interface Options extends Omit<LoadOptions, 'now'> {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: ServerMetrics
  /** Hooks that are assumed until the server has answered: those before its settings changed. */
  readonly inherited: readonly ChosenHook[] | undefined
  /** The state or the hooks have changed. */
  readonly onChange: () => void
}

/** Calls per connection of the pool that may run at the same time. */
const [asksPerConnection, reportsPerConnection] = [100, 50]
const [mostWaitingAsks, mostWaitingReports, mostWaitingBytes] = [100_000, 50_000, 64 * 1024 * 1024]
/** Milliseconds. A server that is lost again within this time is not tried again immediately. */
const soon = 1000
/** Milliseconds between two log entries about failed calls. */
const logInterval = 1000
const [drainTime, drainStep] = [1000, 10]

export function createExHookServer(options: Options): ExHookServer {
  const { settings, clock, log, metrics, onChange } = options
  const { name, request_timeout: timeout, auto_reconnect: pause } = settings
  let loaded: LoadedProvider | undefined
  let hooks: readonly ChosenHook[] | undefined = settings.enable ? options.inherited : []
  const beforeLoad: readonly ChosenHook[] =
    settings.failed_action === 'deny' ? [{ name: 'client.authenticate', topics: [] }] : []
  let state: ServerState = { status: settings.enable ? 'connecting' : 'disabled', reason: undefined }
  let isStopped = false
  let loadedAt = 0
  let isFirstAttempt = false
  let cancelRetry = () => {}
  let noted = 0
  const queue = createCallQueue(
    clock.now,
    {
      asking: asksPerConnection * settings.pool_size,
      reporting: reportsPerConnection * settings.pool_size,
      waitingAsks: mostWaitingAsks,
      waitingReports: mostWaitingReports,
      bytes: mostWaitingBytes,
    },
    (run) => void setImmediate(run),
  )

  const set = (status: ServerState['status'], reason?: string) => {
    state = { status, reason }
    onChange()
  }

  const attempt = async () => {
    try {
      const next = await loadProvider({ ...options, now: clock.now })
      if (isStopped) return await unloadProvider(next.provider, options.identity, settings)
      loaded = next
      loadedAt = clock.now()
      hooks = next.hooks
      log.info({ server: name, version: next.provider.version, hooks: hooks.length }, 'exhook_server_loaded')
      set('connected')
      next.provider.watch(() => onLost(next))
    } catch (error) {
      if (!isStopped) onFailure(error)
    }
  }

  const onFailure = (error: unknown) => {
    const reason = messageOf(error)
    if (reason !== state.reason) log.warn({ server: name, reason }, 'exhook_server_not_loaded')
    if (isFirstAttempt) hooks = undefined
    set(pause === false ? 'disconnected' : 'connecting', reason)
    if (pause !== false) cancelRetry = clock.after(pause, () => void attempt())
  }

  const onLost = (which: LoadedProvider) => {
    if (loaded !== which) return
    loaded = undefined
    which.provider.close()
    queue.clear()
    if (isStopped) return
    const reason = 'the connection to the server is lost'
    if (clock.now() - loadedAt < soon) return onFailure(new Error(reason))
    log.warn({ server: name, reason }, 'exhook_server_lost')
    set('connecting', reason)
    void attempt()
  }

  const note = (hook: HookName, reason: string) => {
    if (clock.now() - noted < logInterval) return
    noted = clock.now()
    log.warn({ server: name, hook, reason }, 'exhook_call_failed')
  }

  const call = async (hook: HookName, key: string, make: MakeRequest, expiresAt: number) => {
    if (!loaded) throw new Error(state.reason ?? 'not connected')
    const { provider, protocol } = loaded
    const left = Math.max(1, expiresAt - clock.now())
    const bytes = await provider.call(hookMethods[hook], key, make(provider.version), left)
    return { bytes, protocol }
  }

  const report: ExHookServer['report'] = (hook, key, make, size = 0) => {
    if (!loaded && !isFirstAttempt) return metrics.count(hook, 'failed')
    const expiresAt = clock.now() + timeout
    const isAccepted = queue.add({
      key,
      isAsking: false,
      size,
      expiresAt,
      run: () =>
        call(hook, key, make, expiresAt).then(
          () => metrics.count(hook, 'succeed'),
          (error: unknown) => {
            metrics.count(hook, 'failed')
            note(hook, messageOf(error))
          },
        ),
      skip: () => metrics.count(hook, 'dropped'),
    })
    if (isAccepted) return
    metrics.count(hook, 'dropped')
    note(hook, 'too many reports are waiting')
  }

  const ask: ExHookServer['ask'] = (hook, key, make) =>
    new Promise((resolve) => {
      const fail = (reason: string) => {
        metrics.count(hook, 'failed')
        note(hook, reason)
        resolve('failed')
      }
      if (!loaded && !isFirstAttempt) return fail(state.reason ?? 'not connected')
      const expiresAt = clock.now() + timeout
      const isAccepted = queue.add({
        key,
        isAsking: true,
        size: 0,
        expiresAt,
        run: async () => {
          try {
            const { bytes, protocol } = await call(hook, key, make, expiresAt)
            const answer = protocol.readValued(bytes)
            metrics.count(hook, 'succeed')
            resolve(answer)
          } catch (error) {
            fail(messageOf(error))
          }
        },
        skip: (why) => fail(why === 'expired' ? 'no answer in time' : 'the connection to the server is lost'),
      })
      if (!isAccepted) fail('too many calls are waiting')
    })

  return {
    settings,
    metrics,
    state: () => state,
    hooks: () => hooks,
    activeHooks: () => hooks ?? beforeLoad,
    wants: (hook, topic) =>
      (hooks ?? beforeLoad).some(
        ({ name, topics }) =>
          name === hook &&
          (topic === undefined || topics.length === 0 || topics.some((filter) => matchesFilter(filter, topic))),
      ),
    report,
    ask,
    async start() {
      if (!settings.enable) return
      isFirstAttempt = true
      await attempt()
      isFirstAttempt = false
      if (!loaded) queue.clear()
      queue.open()
    },
    async stop(drain = false) {
      isStopped = true
      cancelRetry()
      const end = clock.now() + drainTime
      while (drain && loaded && queue.size > 0 && clock.now() < end)
        await new Promise<void>((resolve) => void clock.after(drainStep, resolve))
      hooks = []
      const last = loaded
      loaded = undefined
      queue.clear()
      if (last) await unloadProvider(last.provider, options.identity, settings)
    },
  }
}
