import type { Clock } from '@mqdeck/kit'
import { type LogFile, type Notify, openLogFile } from './file/log-file.ts'
import { toLogPath } from './log-path.ts'
import { type FileHandlerSettings, LogSettingsError } from './log-settings.ts'

/** A handler of the settings that writes to a file. */
export interface FileHandler {
  readonly name: string
  /** Path of its settings: `log.file.default`. */
  readonly at: string
  readonly settings: FileHandlerSettings
}

/** The file of an enabled handler. */
export interface OpenFile extends FileHandler {
  /** Absolute, without the number of a part. */
  readonly path: string
  readonly file: LogFile
}

export interface OpenFilesOptions {
  readonly dataFolder: string
  readonly clock: Clock
  readonly notify: Notify
}

/**
 * Opens the files of `handlers` that are not open yet.
 * @throws {LogSettingsError} if one cannot be opened; no additional file is open then
 */
export function openFiles(
  handlers: readonly FileHandler[],
  before: readonly OpenFile[],
  options: OpenFilesOptions,
): readonly OpenFile[] {
  const placed = handlers
    .filter(({ settings }) => settings.enable)
    .map((handler) => ({
      ...handler,
      path: refuseAt(handler, () => toLogPath(handler.settings.path, options.dataFolder)),
    }))
  refuseSamePath(placed)
  const opened: LogFile[] = []
  try {
    return placed.map((place) => {
      const same = before.find((one) => one.path === place.path && rotates(one) === rotates(place))
      const file = same?.file ?? refuseAt(place, () => open(place, options))
      if (!same) opened.push(file)
      return { ...place, file }
    })
  } catch (error) {
    for (const file of opened) void file.close()
    throw error
  }
}

type Place = Omit<OpenFile, 'file'>

const rotates = ({ settings }: Place) => settings.rotation_size !== Infinity

export const limitsOf = ({ rotation_size, rotation_count }: FileHandlerSettings) => ({
  size: rotation_size,
  count: rotation_count,
})

const open = ({ path, settings }: Place, { clock, notify }: OpenFilesOptions) =>
  openLogFile({ path, limits: limitsOf(settings), clock, notify })

/** Two writers would rotate each other's lines away. */
function refuseSamePath(places: readonly Place[]): void {
  for (const place of places) {
    const other = places.find((one) => one !== place && (one.path === place.path || isPartOf(place.path, one.path)))
    if (other) throw refused(place, `Log file ${other.name} already has this path`)
  }
}

/** Whether a log at `base` may use this name for one of its own files. */
const isPartOf = (path: string, base: string) =>
  path.startsWith(`${base}.`) && /^(\d+|idx(\.new)?)$/.test(path.slice(base.length + 1))

function refuseAt<T>(handler: FileHandler, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw refused(handler, toSentence(error), error)
  }
}

const refused = ({ at, settings }: FileHandler, reason: string, cause?: unknown) =>
  new LogSettingsError(`${at}.path`, reason, settings.path, cause)

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'The server has no permission to write there',
  EPERM: 'The server has no permission to write there',
  EROFS: 'The disk is read-only',
  ENOSPC: 'The disk is full',
  EDQUOT: 'The disk quota is exceeded',
  ENOTDIR: 'A part of the path is not a folder',
  EEXIST: 'A part of the path is not a folder',
  ENAMETOOLONG: 'The path is too long',
  ELOOP: 'The path contains a loop of symbolic links',
  EISDIR: 'The path names a folder',
  ENXIO: 'The path names a pipe or a socket',
}

function toSentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : undefined
  if (code === undefined) return error.message
  return `${reasons[code] ?? 'The file cannot be opened'} (${code})`
}
