import { mkdirSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Replaces a file with a text. Tests use it to simulate a failing disk. */
export type WriteFile = (file: string, text: string) => Promise<void>

/** Replaces a file atomically, also in case of a power failure. Readable by its owner only. */
export const writeAtomically: WriteFile = async (file, text) => {
  const folder = dirname(file)
  const draft = join(folder, `.${basename(file)}.new`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    await rm(draft, { force: true }) // `mode` does not apply to existing files
    await inFile(draft, 'wx', async (handle) => {
      await handle.writeFile(text)
      await handle.sync()
    })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {}) // the first error is the relevant one
    throw error
  }
  // The new name is on the disk after its folder is synced.
  await inFile(folder, 'r', (handle) => handle.sync())
}

async function inFile(
  path: string,
  flags: string,
  use: (handle: Awaited<ReturnType<typeof open>>) => Promise<void>,
): Promise<void> {
  const handle = await open(path, flags, 0o600)
  try {
    await use(handle)
  } finally {
    await handle.close()
  }
}
