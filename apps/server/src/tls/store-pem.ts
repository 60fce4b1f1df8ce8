import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from '../broker-config/atomic-file.ts'

/** Whether a value is the text of a certificate or key instead of a file name. */
export const isPem = (value: string): boolean => value.includes('-----BEGIN ')

export interface StoredPem {
  readonly file: string
  /** False if a file with this text exists already. */
  readonly isNew: boolean
}

/**
 * Writes a PEM text to a file that only its owner can read: `<folder>/<name>-<hash>.pem`. The name contains the hash,
 * so files never change.
 */
export async function storePem(text: string, folder: string, name: string): Promise<StoredPem> {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const file = join(folder, `${name}-${hash}.pem`)
  const isNew = !existsSync(file)
  if (isNew) await writeAtomically(file, text)
  return { file, isNew }
}
