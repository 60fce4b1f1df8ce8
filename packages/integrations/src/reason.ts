import { messageOf } from '@mqdeck/contract'

/** Replaces messages of systems by the messages of EMQX. The first match is used. */
const words: readonly (readonly [sign: RegExp, words: string])[] = [
  [/ECONNREFUSED/, 'Connection refused'],
  [/ECONNRESET/, 'Connection reset by peer'],
  [/EHOSTUNREACH/, 'Host is unreachable'],
  [/ENETUNREACH/, 'Network is unreachable'],
  [/ETIMEDOUT/, 'Connection timed out'],
  [/ENOTFOUND|EAI_AGAIN/, 'Could not resolve host'],
]

export type Redact = (text: string) => string

/** The reason of an error in one sentence. */
export function reasonOf(error: unknown, redact: Redact): string {
  const message = messageOf(error)
  return words.find(([sign]) => sign.test(message))?.[1] ?? redact(message)
}
