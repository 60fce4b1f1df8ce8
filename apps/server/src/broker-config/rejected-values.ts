import { AppError, hasCode } from '@mqdeck/contract'
import { ConfigError } from '../start-options/config-error.ts'
import { describeProblem, type LineOf, type Problem } from './read-text.ts'

/**
 * Converts a rejected value to a configuration error. Returns other errors unchanged.
 * @param onlyThere false: also values that are not in the text of `lineOf`
 */
export function toConfigError(
  error: unknown,
  where: string,
  lineOf: LineOf = () => undefined,
  onlyThere = false,
): unknown {
  if (!(error instanceof AppError)) return error
  const problem = toProblem(error, lineOf)
  if (onlyThere && problem.line === undefined) return error
  return new ConfigError([`${where}: ${describeProblem(problem)}`])
}

/** A rejected value with its place in the text. */
export function toProblem(error: AppError, lineOf: LineOf): Problem {
  const { path, reason } = readRefusal(error.message)
  // Paths count list elements from 1, texts from 0.
  const keys = path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) - 1 : key))
  return { path, reason, ...lineOf(keys) }
}

/** EMQX's message is JSON in a string. */
function readRefusal(message: string): { readonly path: string; readonly reason: string } {
  try {
    const { path, reason } = JSON.parse(message) as { readonly path?: unknown; readonly reason?: unknown } // shown only
    return { path: String(path), reason: typeof reason === 'string' ? reason : JSON.stringify(reason) }
  } catch {
    return { path: '', reason: message }
  }
}

/** Runs `work` and converts rejected values to configuration errors. */
export function throwAsConfigError<T>(where: string, work: () => T, lineOf?: LineOf): T {
  try {
    return work()
  } catch (error) {
    throw toConfigError(error, where, lineOf)
  }
}

/** Error for a version that was written by an older or newer server. */
export const unreadable = (version: number, problem: Problem) =>
  new AppError('UPDATE_FAILED', `Version ${version} can no longer be read: ${describeProblem(problem)}`, {
    status: 400,
  })

/** Rejects `******` for a secret that this server does not have. */
export const maskedSecret = (path: string): AppError =>
  new AppError(
    'BAD_REQUEST',
    JSON.stringify({
      value: '******',
      reason: 'is a masked secret that this server does not have. Enter the secret itself',
      path,
      kind: 'validation_error',
    }),
  )

/** Reason of the disk error. */
export function notWritten(error: unknown): AppError {
  const reason = hasCode(error, 'ENOSPC') ? 'the disk is full' : String(error)
  return new AppError('SERVICE_UNAVAILABLE', `The configuration could not be saved (${reason}). Nothing has changed`, {
    cause: error,
  })
}
