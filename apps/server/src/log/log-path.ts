import { closeSync, mkdirSync, readSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { openRegularFileSync } from '@mqdeck/kit'
import { levels } from './log-settings.ts'

/**
 * The file of a `path` setting. Its folder is created if it is missing.
 * @throws {Error} with the reason if no log can be written there
 */
export function toLogPath(path: string, dataFolder: string): string {
  const written = path.replaceAll('${EMQX_LOG_DIR}', join(dataFolder, 'log'))
  if (written === '' || hasControls.test(written)) throw new Error('The path is not a file name')
  if (written.endsWith(sep)) throw new Error('The path ends with a folder. Add a file name')
  const absolute = resolve(dataFolder, written)
  if (!isAbsolute(written) && relative(dataFolder, absolute).startsWith('..'))
    throw new Error('The path leads out of the data folder. Use an absolute path, starting with /')
  if (ofTheSystem.test(absolute)) throw new Error('Log files cannot be in the system folders dev, proc and sys')
  for (const folder of [dataFolder, dirname(absolute)]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  // A link to such a file is rejected as well.
  const real = join(realpathSync(dirname(absolute)), basename(absolute))
  if (ofTheSystem.test(real)) throw new Error('Log files cannot be in the system folders dev, proc and sys')
  if (isAmongData(real, realpathSync(dataFolder))) {
    throw new Error('In the data folder, log files must be in the folder log. Start the path with ${EMQX_LOG_DIR}/')
  }
  return real
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters
const hasControls = /[\0-\x1f\x7f]/
/** Files in these folders look like regular files but are not. */
const ofTheSystem = /^\/(dev|proc|sys)\//

/** Start of every line, in text and in JSON. */
const lineStart = new RegExp(`^(\\S+ \\[(${levels.join('|')})\\] |\\{"time":)`)

/**
 * Whether a log may continue in this file: it is new or already a log.
 * @throws {Error} with the reason if it is something else, which must not be written or read as a log
 */
export function requireLog(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return
  if (found.isDirectory()) throw new Error(`${path} is a folder`)
  // Opening a pipe would wait for its reader.
  if (!found.isFile()) throw new Error(`${path} is not a regular file`)
  if (found.size > 0 && !lineStart.test(readStart(path))) throw new Error(`${path} exists and is not a log file`)
}

function readStart(path: string): string {
  const start = Buffer.alloc(64)
  const file = openRegularFileSync(path)
  try {
    return start.toString('utf8', 0, readSync(file, start))
  } finally {
    closeSync(file)
  }
}

/** Prevents a log from overwriting MQDeck's own files. */
function isAmongData(path: string, dataFolder: string): boolean {
  const inside = relative(dataFolder, path)
  return !inside.startsWith('..') && !inside.startsWith(`log${sep}`)
}
