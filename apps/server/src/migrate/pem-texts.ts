import type { MigrationSource } from './source.ts'
import { TargetError } from './target-error.ts'

/** Settings that name files. */
const fileFields = new Set(['certfile', 'keyfile', 'cacertfile', 'dhfile', 'issuer_pem'])

/**
 * Replaces names of our files with the text of the certificates and keys. Files under `${EMQX_ETC_DIR}/certs`, which
 * exist in every EMQX as well, stay as they are.
 * @throws {TargetError} `file_not_read`
 */
export function withPemTexts<T>(value: T, source: Pick<MigrationSource, 'readPem'>): T {
  return replace(value, '', source) as T // the same shape with other texts
}

function replace(value: unknown, key: string, source: Pick<MigrationSource, 'readPem'>): unknown {
  if (typeof value === 'string') return fileFields.has(key) && isFileOfOurs(value) ? pemOf(value, key, source) : value
  if (Array.isArray(value)) return value.map((one) => replace(one, key, source))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replace(inner, name, source)]))
}

const everywhere = /^\$\{EMQX_ETC_DIR\}\/certs\/(cert|key|cacert)\.pem$/

const isFileOfOurs = (value: string) => value !== '' && !value.includes('-----BEGIN ') && !everywhere.test(value)

function pemOf(name: string, key: string, { readPem }: Pick<MigrationSource, 'readPem'>): string {
  const text = readPem(name)
  if (text === undefined)
    throw new TargetError(
      'file_not_read',
      `${key} refers to the file ${name}, which is not migrated. Set it on the target manually`,
    )
  return text
}
