import { isRecord } from '../unknown-values.ts'
import { anyMap } from './containers.ts'
import type { Kind } from './kind.ts'
import { text } from './scalars.ts'
import { isSecretHeader } from './secret-texts.ts'

/** HTTP headers by name. Values of unknown headers are secrets. */
export function headerMap(): Kind<Readonly<Record<string, string>>> {
  const open: Kind<string> = text()
  const hidden: Kind<string> = { ...open, secret: 'unless_placeholder' }
  return {
    ...anyMap(open),
    inside: (value) =>
      isRecord(value) ? Object.keys(value).map((name) => [name, isSecretHeader(name) ? hidden : open] as const) : [],
  }
}
