import type { MigrationSource } from './source.ts'
import { TargetError } from './target-error.ts'

/** Settings that name files. */
const fileFields = new Set(['certfile', 'keyfile', 'cacertfile', 'dhfile', 'issuer_pem'])

/**
 * Replaces names of our files with the text of the certificates and keys. Files under `${EMQX_ETC_DIR}/certs`, which
 * exist in every EMQX as well, stay as they are.
 * @throws {TargetError} (rejects) `file_not_read`
 */
export async function withPemTexts<T>(value: T, source: Pick<MigrationSource, 'readPem'>): Promise<T> {
  return (await replace(value, '', source)) as T // the same shape with other texts
}

async function replace(value: unknown, key: string, source: Pick<MigrationSource, 'readPem'>): Promise<unknown> {
  if (typeof value === 'string') return fileFields.has(key) && isFileOfOurs(value) ? pemOf(value, key, source) : value
  if (Array.isArray(value)) return Promise.all(value.map((one) => replace(one, key, source)))
  if (typeof value !== 'object' || value === null) return value
  const inside = Object.entries(value).map(async ([name, inner]) => [name, await replace(inner, name, source)] as const)
  return Object.fromEntries(await Promise.all(inside))
}

const everywhere = /^\$\{EMQX_ETC_DIR\}\/certs\/(cert|key|cacert)\.pem$/

const isFileOfOurs = (value: string) => value !== '' && !value.includes('-----BEGIN ') && !everywhere.test(value)

async function pemOf(name: string, key: string, { readPem }: Pick<MigrationSource, 'readPem'>): Promise<string> {
  const text = await readPem(name)
  if (text === undefined)
    throw new TargetError(
      'file_not_read',
      `${key} refers to the file ${name}, which is not migrated. Set it on the target manually`,
    )
  return text
}
