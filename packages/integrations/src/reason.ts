import { type Kind, mask, messageOf, type SomeStruct, secretsOf } from '@mqdeck/contract'

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

/** Removes the secrets of the settings from texts, in case an error message contains them. */
export function createRedact(of: SomeStruct | Kind | undefined, settings: unknown): Redact {
  if (!of) return (text) => text
  // The longest first, because a secret can be part of another one. Those of one or two characters occur in any sentence.
  const secrets = [...secretsOf(of as Kind, settings)]
    .filter((secret) => secret !== mask && secret.length > 2)
    .sort((a, b) => b.length - a.length)
  return (text) => secrets.reduce((left, secret) => left.replaceAll(secret, mask), text)
}
