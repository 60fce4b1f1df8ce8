import { AppError, defaultsOf, log, type PlainValue, toPlain } from '@mqdeck/contract'

type Root = PlainValue<typeof log>

/** EMQX's `log` root in plain units: bytes, milliseconds, Infinity. */
export type LogSettings = Pick<Root, 'console' | 'file' | 'throttling'> & Partial<Pick<Root, 'audit'>>
export type HandlerSettings = Root['console']
export type FileHandlerSettings = Root['file'][string]
/** Format of log entries for one destination. */
export type FormatSettings = Pick<HandlerSettings, 'formatter' | 'timestamp_format' | 'time_offset' | 'payload_encode'>
export type Level = Exclude<HandlerSettings['level'], 'all'>

/** From the lowest to the highest. */
export const levels = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const satisfies readonly Level[]

/** The level of the setting `log_level`. */
export const toLevel = (level: 'debug' | 'info' | 'warn' | 'error'): Level => (level === 'warn' ? 'warning' : level)

/** Invalid settings. The previous settings stay active. */
export class LogSettingsError extends AppError {
  /** `log.file.default.path` */
  readonly path: string
  /** A sentence. */
  readonly reason: string
  readonly value: unknown

  constructor(path: string, reason: string, value: unknown, cause?: unknown) {
    super('UPDATE_FAILED', JSON.stringify({ value, reason, path, kind: 'validation_error' }), { cause, status: 400 })
    this.path = path
    this.reason = reason
    this.value = value
  }
}

/** Defaults: entries from `level` on go to the console, warnings to EMQX's file. */
export function defaultLogSettings(level: Level): LogSettings {
  const { console, file, throttling } = toPlain(log, defaultsOf(log))
  return { console: { ...console, enable: true, level }, file, throttling }
}

/** Console only, until the data folder is open and locked. */
export const consoleOnly = (level: Level): LogSettings => ({ ...defaultLogSettings(level), file: {} })
