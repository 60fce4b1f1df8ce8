import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TempFolder {
  readonly path: string
  remove(): Promise<void>
}

/** A new empty folder. The caller removes it. */
export async function createTempFolder(): Promise<TempFolder> {
  const path = await mkdtemp(join(tmpdir(), 'mqdeck-test-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
