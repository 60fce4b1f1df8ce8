import { isRecord } from '../unknown-values.ts'
import { anyMap } from './containers.ts'
import type { Kind } from './kind.ts'
import { text } from './scalars.ts'

const secretHeader =
  /(^|-)(auth|authentication|authorization|cookie|credentials?|signature)$|api-?key|token|secret|password/i

/** Whether the value of an HTTP header is a secret: `Authorization`, `Cookie`, `X-Api-Key`. */
export const isSecretHeader = (name: string): boolean => secretHeader.test(name)

/** HTTP headers by name. Values of authentication headers are secrets. */
export function headerMap(): Kind<Readonly<Record<string, string>>> {
  const open: Kind<string> = text()
  const hidden: Kind<string> = { ...open, secret: true }
  return {
    ...anyMap(open),
    inside: (value) =>
      isRecord(value) ? Object.keys(value).map((name) => [name, isSecretHeader(name) ? hidden : open] as const) : [],
  }
}
