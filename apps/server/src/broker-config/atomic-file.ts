import { mkdirSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Puts text in place of a file; for tests that let a disk fail. */
export type WriteFile = (file: string, text: string) => Promise<void>

/** The file is the old one or the new one, never half of it, also after a power cut. Readable by its owner only. */
export const writeAtomically: WriteFile = async (file, text) => {
  const folder = dirname(file)
  const draft = join(folder, `.${basename(file)}.new`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    await rm(draft, { force: true }) // the mode would not change that of a file that is there
    await inFile(draft, 'wx', async (handle) => {
      await handle.writeFile(text)
      await handle.sync()
    })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {}) // the first error is the one to tell
    throw error
  }
  // The new name is on the disk when its folder is.
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
