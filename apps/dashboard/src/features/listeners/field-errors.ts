import { ApiError } from '@mqdeck/contract'
import { isRecord } from '../../lib/json-path.ts'
import type { FormMessages } from './form-messages.ts'

/**
 * What a broker refuses about a listener, as it is shown beside a field: EMQX says what a system call said about the port,
 * and nothing of where in the settings it stands; our own broker says the path from the root.
 */
export function toFieldError(error: unknown, { faults }: Pick<FormMessages, 'faults'>): unknown {
  if (!(error instanceof ApiError)) return error
  const at = (path: string, reason: string) =>
    new ApiError(error.status, {
      code: error.code,
      message: JSON.stringify({ kind: 'validation_error', path, reason }),
    })
  const { message } = error
  if (error.code === 'BAD_LISTENER_ID' && /already/i.test(message)) return at('name', faults.nameTaken)
  if (/eaddrinuse/i.test(message)) return at('bind', faults.portInUse)
  if (/eaddrnotavail|enotfound/i.test(message)) return at('bind', faults.notOurs)
  if (/eacces/i.test(message)) return at('bind', faults.noRight)
  const inner = withoutPlace(message)
  return inner === undefined ? error : new ApiError(error.status, { code: error.code, message: inner })
}

/** `listeners.tcp.mine.bind` without what stands before the setting: a listener's name may be that of a setting. */
function withoutPlace(message: string): string | undefined {
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
