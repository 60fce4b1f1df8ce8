import { realpathSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import type { Clock, Log } from '@mqdeck/kit'
import type { LogSource } from '@mqdeck/observe'
import { isDiskFull } from '../store/disk-guard.ts'
import { type LogRange, type LogSlice, readLog } from './file/read-log.ts'
import { createHandler, type Handler, rankOf } from './format.ts'
import {
  type FileHandlerSettings,
  type HandlerSettings,
  type Level,
  type LogSettings,
  LogSettingsError,
} from './log-settings.ts'
import { type FileHandler, limitsOf, type OpenFile, openFiles } from './open-files.ts'
import { toPlainFields } from './plain-value.ts'
import { createThrottle, toPeriod } from './throttle.ts'
import { isTimeOffset } from './timestamp.ts'

interface LoggingOptions {
  readonly settings: LogSettings
  /** The data folder. */
  readonly folder: string
  readonly clock: Clock
  /** Writes console lines, each with its line feed. */
  readonly writeConsole: (line: string) => void
}

/** A log file with its current parts. */
interface LogFileInfo {
  /** Name of its handler in the settings. */
  readonly name: string
  readonly settings: FileHandlerSettings
  /** Relative to the data folder, if it is inside. */
  readonly path: string
  /** Total bytes of all parts. */
  readonly size: number
  /** Oldest first. The last one is being written. */
  readonly parts: readonly { readonly path: string; readonly size: number; readonly modifiedAt: number }[]
}

export interface Logging {
  /** The same object after all updates. */
  readonly log: Log
  /** Writes an entry only to the file of the audit log, if it is enabled. Never throttled. */
  audit(level: Level, fields: Readonly<Record<string, unknown>>): void
  /** Also sends entries of its level and above to `handler` from now on. Returns a function that stops this. */
  attach(handler: Handler): () => void
  /**
   * Applies all settings immediately. Resolves when unused files are flushed and closed.
   * @throws {LogSettingsError} (rejects) if the settings are invalid; the previous settings stay active
   */
  update(settings: LogSettings): Promise<void>
  /**
   * The same for stored settings. Files that cannot be opened are skipped, and the reasons are returned.
   * @throws {LogSettingsError} (rejects) for other errors
   */
  start(settings: LogSettings): Promise<readonly LogSettingsError[]>
  /** Files that are being written, except the audit log. */
  files(): readonly LogFileInfo[]
  /** Lines of a file by the name of its handler. Undefined if there is no such handler. */
  read(name: string, range: LogRange): Promise<LogSlice | undefined>
  /** Resolves when all previous entries are in the files. */
  flush(): Promise<void>
  /** The same, synchronously, for a process that is about to exit. */
  flushNow(): void
  /** Flushes and closes the files. Later entries go to the console only. */
  close(): Promise<void>
}

/**
 * Logging of the server. Can be changed at run time.
 * @throws {LogSettingsError} if the settings are invalid
 */
export function createLogging({ settings, folder, clock, writeConsole }: LoggingOptions): Logging {
  const dataFolder = resolve(folder)
  let files: readonly OpenFile[] = []
  let handlers: readonly Handler[] = []
  let attached: readonly Handler[] = []
  let auditHandler: Handler | undefined
  /** Entries below this level are not written anywhere. */
  let lowest = 0
  let ownConsole = createHandler(settings.console, writeConsole)
  const throttle = createThrottle({
    clock,
    window: settings.throttling.time_window,
    onDropped: (dropped, window) =>
      emit('warning', { dropped, period: toPeriod(window) }, 'log_events_throttled_during_last_period'),
  })
  apply(settings)

  const write = (level: Level) => {
    const rank = rankOf(level)
    return (fields: Readonly<Record<string, unknown>>, event: string) => {
      if (rank < lowest) return
      // At debug level nothing is throttled, as in EMQX. Otherwise only the change is logged that writes are rejected.
      if (lowest === 0 || (!isDiskFull(fields.error) && throttle.allow(event))) emit(level, fields, event)
    }
  }
  return {
    log: {
      isEnabled: (level) => ranks[level] >= lowest,
      debug: write('debug'),
      info: write('info'),
      warn: write('warning'),
      error: write('error'),
    },
    audit: (level, fields) => {
      if (auditHandler && rankOf(level) >= auditHandler.rank)
        auditHandler.write({ time: clock.now(), level, event: 'audit', fields })
    },
    attach(handler) {
      attached = [...attached, handler]
      use(handlers)
      return () => {
        attached = attached.filter((other) => other !== handler)
        use(handlers)
      }
    },
    update,
    start: async (next) => {
      const errors: LogSettingsError[] = []
      let usable = next
      for (;;) {
        try {
          await update(usable)
          return errors
        } catch (error) {
          if (!(error instanceof LogSettingsError)) throw error
          usable = withoutFile(usable, error)
          errors.push(error)
        }
      }
    },
    files: () => files.filter((file) => !isAudit(file)).map(describe),
    read: async (name, range) => {
      const found = files.find((file) => file.name === name && !isAudit(file))
      if (!found) return undefined
      const slice = await readLog(found.file.parts, range)
      return { ...slice, file: shorten(slice.file) }
    },
    flush: async () => void (await Promise.all(files.map(({ file }) => file.flush()))),
    flushNow: () => {
      for (const { file } of files) file.flushNow()
    },
    close: async () => {
      throttle.close()
      const closing = files
      files = []
      auditHandler = undefined
      use(handlers.filter((handler) => handler === ownConsole))
      await Promise.all(closing.map(({ file }) => file.close()))
    },
  }

  async function update(next: LogSettings): Promise<void> {
    await Promise.all(apply(next).map(({ file }) => file.close()))
  }

  /** Files that are no longer used. */
  function apply(next: LogSettings): readonly OpenFile[] {
    const { console: shown, throttling } = next
    const wanted = toFileHandlers(next)
    requireOffset('log.console', shown)
    for (const { at, settings: one } of wanted) requireOffset(at, one)
    const before = files
    files = openFiles(wanted, before, { dataFolder, clock, notify })
    ownConsole = createHandler(shown, writeConsole)
    const toHandler = ({ settings: one, file }: OpenFile) => createHandler(one, (line) => file.append(line))
    use([...(shown.enable ? [ownConsole] : []), ...files.filter((one) => !isAudit(one)).map(toHandler)])
    auditHandler = files.filter(isAudit).map(toHandler)[0]
    for (const one of files) one.file.setLimits(limitsOf(one.settings))
    throttle.setWindow(throttling.time_window)
    return before.filter((old) => !files.some((one) => one.file === old.file))
  }

  function use(next: readonly Handler[]): void {
    handlers = next
    lowest = Math.min(...[...next, ...attached].map(({ rank }) => rank))
  }

  function emit(level: Level, fields: Readonly<Record<string, unknown>>, event: string): void {
    const rank = rankOf(level)
    const entry = { time: clock.now(), level, event, fields }
    for (const handler of handlers) if (rank >= handler.rank) handler.write(entry)
    for (const handler of attached) if (rank >= handler.rank) handler.write(entry)
  }

  /** Also if the console is disabled, because problems with a file cannot be logged anywhere else. */
  function notify(level: Level, event: string, fields: Readonly<Record<string, unknown>>): void {
    ownConsole.write({ time: clock.now(), level, event, fields })
  }

  function describe({ name, settings: own, path, file }: OpenFile): LogFileInfo {
    const parts = file.parts.all().map((part) => {
      const partPath = file.parts.fileOf(part)
      const found = statSync(partPath, { throwIfNoEntry: false })
      return { path: shorten(partPath), size: found?.size ?? 0, modifiedAt: found?.mtimeMs ?? 0 }
    })
    return { name, settings: own, path: shorten(path), size: parts.reduce((sum, { size }) => sum + size, 0), parts }
  }

  function shorten(path: string): string {
    const inside = relative(realpathSync(dataFolder), path)
    return inside.startsWith('..') || isAbsolute(inside) ? path : inside
  }
}

const auditPath = 'log.audit'
const isAudit = ({ at }: FileHandler) => at === auditPath

/** The audit log has one JSON object per line, as in EMQX. */
const toFileHandlers = ({ file, audit }: LogSettings): readonly FileHandler[] => [
  ...Object.entries(file).map(([name, settings]) => ({ name, at: `log.file.${name}`, settings })),
  ...(audit ? [{ name: 'audit', at: auditPath, settings: { ...audit, formatter: 'json' as const } }] : []),
]

/** The settings without the file that caused `error`. @throws `error` if no file caused it */
function withoutFile(settings: LogSettings, error: LogSettingsError): LogSettings {
  const failed = toFileHandlers(settings).find(({ at, settings: { enable } }) => enable && error.path === `${at}.path`)
  if (!failed) throw error
  const { file, audit } = settings
  return {
    ...settings,
    file: Object.fromEntries(
      Object.entries(file).map(([name, one]) => [
        name,
        { ...one, enable: one.enable && failed.at !== `log.file.${name}` },
      ]),
    ),
    ...(audit && { audit: { ...audit, enable: audit.enable && !isAudit(failed) } }),
  }
}

const ranks = {
  debug: rankOf('debug'),
  info: rankOf('info'),
  warn: rankOf('warning'),
  error: rankOf('error'),
} as const

function requireOffset(path: string, { time_offset: offset }: HandlerSettings): void {
  if (isTimeOffset(offset)) return
  throw new LogSettingsError(
    `${path}.time_offset`,
    'The time offset must be system, utc or an offset such as +08:00',
    offset,
  )
}

/** Log entries for consumers other than the configured handlers. Payloads are removed. */
export const createLogSource =
  (logging: Pick<Logging, 'attach'>): LogSource =>
  (level, write) =>
    logging.attach({
      rank: rankOf(level),
      write({ time, level: own, event, fields: { payload: _, ...fields } }) {
        write({ time, level: own, event, fields: Object.fromEntries(toPlainFields(fields)) })
      },
    })
