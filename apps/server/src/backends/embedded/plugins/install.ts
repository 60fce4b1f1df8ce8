import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@mqdeck/contract'
import { type Plugins, parseNameVersion } from '@mqdeck/extensions'
import type { Upload } from '../../../http/read-upload.ts'
import { type FreeSpace, freeSpace } from '../../../store/disk-guard.ts'
import { type ArchiveLimits, archiveLimits } from '../backup/archive/limits.ts'
import { readArchive } from '../backup/archive/read-archive.ts'
import { createMeter } from '../backup/limited-stream.ts'
import type { PluginFolder } from './plugin-folder.ts'

const megabyte = 1024 * 1024

/** Plugins are bundled modules, so these limits are far above real ones. */
const packageLimits: ArchiveLimits = {
  ...archiveLimits,
  file: 32 * megabyte,
  contents: 128 * megabyte,
  entries: 2000,
}

const bad = (reason: string) => new AppError('BAD_PLUGIN_INFO', reason)

/**
 * Installs the package `NAME-VERSION.tar.gz`. After a failure, none of its files remain.
 * @throws {AppError} (rejects) BAD_PLUGIN_INFO, ALREADY_INSTALLED, or FORBIDDEN if this package was not allowed
 */
export async function installPackage(
  { filename, content }: Upload,
  folder: PluginFolder,
  plugins: Plugins,
  limits = packageLimits,
  free: FreeSpace = freeSpace,
): Promise<void> {
  // A folder of this name cannot be a plugin, and is removed at the next start.
  const draft = join(folder.path, `.${randomUUID()}`)
  try {
    const id = parseNameVersion(filename.replace(/\.tar\.gz$/, ''))
    if (!id || !filename.endsWith('.tar.gz'))
      throw bad(
        `The file must be named NAME-VERSION.tar.gz, such as my_plugin-1.0.0.tar.gz, and not ${filename.slice(0, 200)}.`,
      )
    const name = `${id.name}-${id.version}`
    plugins.checkFree(id)
    mkdirSync(draft, { recursive: true, mode: 0o700 })
    const file = join(draft, 'package.tar.gz')
    await pipeline(content, createMeter(folder.path, free)(limits.file), createWriteStream(file, { mode: 0o600 }))
    const sha256 = await hashOf('sha256', file)
    if (!folder.isAllowed(name, sha256))
      throw new AppError(
        'FORBIDDEN',
        `Package is not allowed installation; first allow it to be installed by running: \`mqdeck plugin allow ${name} ${sha256}\``,
      )
    const unpacked = join(draft, name)
    await unpack(file, name, unpacked, limits)
    await plugins.install(unpacked, id, await hashOf('md5', file))
    await folder.disallow(name)
  } finally {
    content.destroy()
    await rm(draft, { recursive: true, force: true })
  }
}

async function unpack(file: string, name: string, target: string, limits: ArchiveLimits): Promise<void> {
  try {
    await mkdir(target, { mode: 0o700 })
    await readArchive(file, limits, async ({ path, content }) => {
      const to = join(target, path)
      await mkdir(dirname(to), { recursive: true, mode: 0o700 })
      await pipeline(content, createWriteStream(to, { mode: 0o600 }))
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'BAD_REQUEST') throw error
    throw bad(`${name}.tar.gz cannot be installed: ${error.message}.`)
  }
  // Files ending in .js are ES modules, regardless of package.json files in the parent folders.
  await writeFile(join(target, 'package.json'), '{"type":"module"}\n')
}

/** In hexadecimal digits. */
export async function hashOf(algorithm: 'md5' | 'sha256', file: string): Promise<string> {
  const hash = createHash(algorithm)
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

/** Removes what an interrupted installation has left. */
export async function removeDrafts({ path }: PluginFolder): Promise<void> {
  const names = await readdir(path).catch(() => [])
  for (const name of names)
    if (/^\.[0-9a-f-]{36}$/.test(name)) await rm(join(path, name), { recursive: true, force: true })
}
