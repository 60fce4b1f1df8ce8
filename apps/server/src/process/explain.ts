import { constants } from 'node:os'
import { ListenerError } from '@mqdeck/broker'
import { AppError, messageOf } from '@mqdeck/contract'
import { LogSettingsError } from '../log/log-settings.ts'
import { ConfigError } from '../start-options/load.ts'
import { type SettingKey, type Settings, settings as table } from '../start-options/start-options.ts'
import { damaged, isDamage } from '../store/damage.ts'
import { DataFolderError, LockedError } from '../store/lock.ts'
import { UsageError } from './arguments.ts'
import { CommandError } from './command-error.ts'

/** Readable reason why a command failed. Undefined for unexpected errors. */
export function explain(error: unknown, settings: Settings | undefined): string | undefined {
  if (error instanceof ConfigError) {
    return `The configuration is invalid:\n${error.problems.map((problem) => `  ${problem}`).join('\n')}`
  }
  if (error instanceof LogSettingsError)
    return `Cannot write the log, ${error.path} ${String(error.value)}: ${error.reason}`
  if (isForPersons(error)) return capitalize(error.message)
  if (isDamage(error) && settings) return capitalize(damaged(settings.data_dir, messageOf(error)).message)
  const disk = diskError(error)
  if (disk) return `Cannot write to ${settings?.data_dir ?? 'the data folder'}: ${disk.message}`
  const problem = findSystemError(error)
  const key = problem && keyOfPort(problem.port, settings)
  // A listener that the start options do not contain.
  if (error instanceof ListenerError && key === undefined)
    return `The listener ${error.id} cannot start: ${error.path} ${error.reason}. Change its settings in configs/cluster.hocon in the data folder.`
  if (problem?.syscall !== 'listen') return undefined
  const place = `Port ${problem.port}${key ? ` (${key})` : ''}`
  const way = key ? ` Choose another port with ${table[key].env} or ${key}.` : ''
  switch (problem.code) {
    case 'EADDRINUSE':
      return `${place} is in use by another program.${way}`
    case 'EACCES':
      return `${place} requires elevated privileges.${way}`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${settings?.bind ?? 'The address'} is not an address of this machine. Choose another address with MQDECK_BIND or bind.`
    default:
      return undefined
  }
}

/** Errors whose messages are written for users. */
const isForPersons = (error: unknown): error is Error =>
  [LockedError, DataFolderError, UsageError, CommandError, AppError].some((type) => error instanceof type)

interface SystemError {
  readonly code: string
  readonly syscall: string
  readonly port: number
}

function findSystemError(error: unknown): SystemError | undefined {
  if (!(error instanceof Error)) return undefined
  if ('syscall' in error && 'code' in error) {
    const port = 'port' in error ? Number(error.port) : Number.NaN
    // A failed host name lookup happens before there is a socket to listen on.
    const syscall = error.syscall === 'getaddrinfo' ? 'listen' : String(error.syscall)
    return { code: String(error.code), syscall, port }
  }
  return findSystemError(error.cause)
}

function keyOfPort(port: number, settings: Settings | undefined): SettingKey | undefined {
  const keys = Object.keys(table) as SettingKey[] // the keys of a literal
  return keys.find((key) => key.endsWith('port') && settings?.[key] === port)
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Errors of a disk that accepts no more data: full, over quota, over a process limit, read-only, broken. */
const codes = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO'] as const
/** lmdb returns the number instead of the name. */
const known = new Set<unknown>([...codes, ...codes.map((code) => constants.errno[code])])

/** Reason why a write failed, if the disk caused it. */
function diskError(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined
  const isOne = 'commitError' in error || ('code' in error && known.has(error.code))
  return isOne ? error : diskError(error.cause)
}
