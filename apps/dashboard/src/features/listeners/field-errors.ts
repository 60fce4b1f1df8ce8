import { ApiError } from '@mqdeck/contract'
import { isRecord } from '../../lib/json/json-path.ts'
import type { FormMessages } from './form-messages.ts'

/**
 * Assigns an error of the broker to a field of the form. EMQX returns the error of a system call without the field; MQDeck returns
 * the path from the root of the configuration.
 */
export function toFieldError(error: unknown, { faults }: Pick<FormMessages, 'faults'>): unknown {
  if (!(error instanceof ApiError)) return error
  const fieldError = (path: string, reason: string) =>
    new ApiError(error.status, {
      code: error.code,
      message: JSON.stringify({ kind: 'validation_error', path, reason }),
    })
  const { message } = error
  if (error.code === 'BAD_LISTENER_ID' && /already/i.test(message)) return fieldError('name', faults.nameTaken)
  if (/eaddrinuse/i.test(message)) return fieldError('bind', faults.portInUse)
  if (/eaddrnotavail|enotfound/i.test(message)) return fieldError('bind', faults.notLocal)
  if (/eacces/i.test(message)) return fieldError('bind', faults.noPermission)
  const shortened = withoutListenerPath(message)
  return shortened === undefined ? error : new ApiError(error.status, { code: error.code, message: shortened })
}

/** Shortens `listeners.tcp.mine.bind` to `bind`. Not by name, because a listener may have the name of a setting. */
function withoutListenerPath(message: string): string | undefined {
  if (!message.startsWith('{')) return undefined
  const problem = parse(message)
  if (!isRecord(problem)) return undefined
  const path = /^(?:root\.)?listeners\.[a-z]+\.[^.]+\.(.+)$/.exec(String(problem.path))?.[1]
  return path === undefined ? undefined : JSON.stringify({ ...problem, path })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
