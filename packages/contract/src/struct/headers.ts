import { anyMap } from './containers.ts'
import type { Kind } from './kind.ts'
import { text } from './scalars.ts'
import { isRecord } from './struct.ts'

const secretHeader =
  /(^|-)(auth|authentication|authorization|cookie|credentials?|signature)$|api-?key|token|secret|password/i

/** Whether what a header of HTTP says is nobody's business: `Authorization`, `Cookie`, `X-Api-Key`. */
export const isSecretHeader = (name: string): boolean => secretHeader.test(name)

/** Headers of HTTP by name. Those that prove who asks are secrets, the others are not. */
export function headerMap(): Kind<Readonly<Record<string, string>>> {
  const open: Kind<string> = text()
  const hidden: Kind<string> = { ...open, secret: true }
  return {
    ...anyMap(open),
    inside: (value) =>
      isRecord(value) ? Object.keys(value).map((name) => [name, isSecretHeader(name) ? hidden : open] as const) : [],
  }
}
