import {
  AppError,
  type MigrationItem,
  type MigrationPlan,
  type MigrationRequest,
  type MigrationStatus,
} from '@mqdeck/contract'
import type { Clock, Log } from '@mqdeck/kit'
import { type Choice, isKind, planMigration, toPlanAnswer } from './plan.ts'
import { runMigration } from './run.ts'
import type { MigrationSource } from './source.ts'
import { openTarget, readTargetUrl, type Target, type TargetOptions } from './target.ts'
import { TargetError } from './target-error.ts'

/** Migrations that are started in the dashboard, one at a time. Credentials are deleted at the end. */
export interface Migrations {
  /** @throws {AppError} (rejects) BAD_REQUEST, CONFLICT while another migration is running, SERVICE_UNAVAILABLE */
  plan(request: MigrationRequest): Promise<MigrationPlan>
  /** Starts a migration. `status` reports its progress. @throws {AppError} BAD_REQUEST, CONFLICT */
  run(request: MigrationRequest): MigrationStatus
  status(): MigrationStatus
  cancel(): void
  /** Stops the running migration. */
  stop(): Promise<void>
}

const idle: MigrationStatus = {
  state: 'none',
  error: null,
  target: null,
  started_at: null,
  finished_at: null,
  done: 0,
  total: 0,
  current: null,
  items: [],
}

export function createMigrations(source: MigrationSource, clock: Clock, log: Log): Migrations {
  let status = idle
  let isBusy = false
  /** Nothing is being created yet. */
  let isReading = false
  /** Stops between two objects. */
  let cancelling = new AbortController()
  /** Closes the connection as well. */
  let stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()

  const begin = () => {
    if (isBusy) throw new AppError('CONFLICT', 'Another migration is already running')
    isBusy = true
    isReading = true
    cancelling = new AbortController()
    stopping = new AbortController()
  }
  const now = () => new Date(clock.now()).toISOString()

  async function carry(options: TargetOptions, choice: Choice): Promise<void> {
    const { signal } = cancelling
    const target = await openTarget(options)
    try {
      status = { ...status, target: target.info }
      const plan = await planMigration(source, target, choice, signal)
      isReading = false
      status = { ...status, items: plan.tasks.map(({ item }) => item), total: plan.tasks.length }
      await runMigration(plan, target, {
        overwrite: choice.overwrite,
        signal,
        onProgress: ({ id, done, total, item }) => {
          status = item
            ? { ...status, current: null, done: status.done + 1, items: replaced(status.items, item) }
            : { ...status, current: { id, done, total } }
        },
      })
    } finally {
      target.close()
    }
  }

  return {
    async plan(request) {
      const options = toOptions(request)
      const choice = toChoice(request)
      begin()
      let target: Target | undefined
      try {
        target = await openTarget({ ...options, signal: stopping.signal })
        return toPlanAnswer(target, await planMigration(source, target, choice, cancelling.signal))
      } catch (error) {
        throw toAppError(error)
      } finally {
        target?.close()
        isBusy = false
      }
    },
    run(request) {
      const options = toOptions(request)
      const choice = toChoice(request)
      begin()
      status = { ...idle, state: 'running', started_at: now() }
      log.info({ target: options.url.origin }, 'migration_started')
      running = carry({ ...options, signal: stopping.signal }, choice)
        .then(
          () => finish(cancelling.signal.aborted ? 'cancelled' : 'done', null),
          (error: unknown) => {
            if (!(error instanceof TargetError)) log.error({ error }, 'migration_failed')
            finish(cancelling.signal.aborted ? 'cancelled' : 'failed', messageOf(error))
          },
        )
        .finally(() => {
          isBusy = false
        })
      return status
    },
    status: () => status,
    cancel: () => {
      cancelling.abort()
      // Do not wait for a slow target any longer.
      if (isReading) stopping.abort()
    },
    stop: async () => {
      cancelling.abort()
      stopping.abort()
      await running
    },
  }

  function finish(state: 'done' | 'cancelled' | 'failed', error: string | null): void {
    status = { ...status, state, error, current: null, finished_at: now() }
    log.info({ target: status.target?.url, state, items: status.items.length }, 'migration_finished')
  }
}

const replaced = (items: MigrationItem[], item: MigrationItem) => items.map((one) => (one.id === item.id ? item : one))

const messageOf = (error: unknown) =>
  error instanceof TargetError ? error.message : 'it cannot continue. See the log of this server'

/** @throws {AppError} BAD_REQUEST */
function toOptions(request: MigrationRequest): TargetOptions {
  const { username, password, api_key: apiKey, api_secret: apiSecret, ca } = request
  try {
    const url = readTargetUrl(request.url)
    if (username !== undefined && password !== undefined) return { url, login: { username, password }, ca }
    if (apiKey !== undefined && apiSecret !== undefined) return { url, login: { apiKey, apiSecret }, ca }
  } catch (error) {
    throw toAppError(error)
  }
  throw new AppError('BAD_REQUEST', 'A username with its password or an API key with its secret is required')
}

/** @throws {AppError} BAD_REQUEST for an unknown kind */
function toChoice({ only, items, overwrite }: MigrationRequest): Choice {
  const kinds = only === undefined ? undefined : [only].flat()
  const unknown = kinds?.find((kind) => !isKind(kind))
  if (unknown !== undefined) throw new AppError('BAD_REQUEST', `Unknown kind ${unknown}`)
  return {
    only: kinds?.filter(isKind),
    items: items === undefined ? undefined : [items].flat(),
    overwrite: overwrite === true || overwrite === 'true',
  }
}

function toAppError(error: unknown): unknown {
  if (!(error instanceof TargetError)) return error
  return error.reason === 'unreachable'
    ? new AppError('SERVICE_UNAVAILABLE', error.message, { cause: error, status: 503 })
    : new AppError('BAD_REQUEST', error.message, { cause: error })
}
