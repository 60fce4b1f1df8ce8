import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from '../broker-config/atomic-file.ts'

/** Whether a value is the text of a certificate or key rather than the name of its file. */
export const isPem = (value: string): boolean => value.includes('-----BEGIN ')

export interface StoredPem {
  readonly file: string
  /** False when a file with this text was there already. */
  readonly isNew: boolean
}

/**
 * Puts a PEM text into a file that only its owner can read: `<folder>/<name>-<hash>.pem`. The same text is the same file, so
 * that a file never changes.
 */
export async function storePem(text: string, folder: string, name: string): Promise<StoredPem> {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const file = join(folder, `${name}-${hash}.pem`)
  const isNew = !existsSync(file)
  if (isNew) await writeAtomically(file, text)
  return { file, isNew }
}
