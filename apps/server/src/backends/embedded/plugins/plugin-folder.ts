import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredPlugin } from '@mqdeck/extensions'
import * as z from 'zod'
import { writeAtomically } from '../../../broker-config/atomic-file.ts'

/**
 * The folder `plugins` in the data folder: `plugins.json` lists the installed plugins in their order, each plugin has a
 * folder `NAME-VERSION`, and `allowed/NAME-VERSION` has the SHA-256 of the package that may be installed.
 */
export interface PluginFolder {
  readonly path: string
  /** @throws Error if the list is damaged */
  read(): readonly StoredPlugin[]
  save(plugins: readonly StoredPlugin[]): Promise<void>
  /** Names of the packages that may be installed. */
  allowed(): readonly string[]
  /** @param sha256 of the package, in hexadecimal digits */
  allow(name: string, sha256: string): Promise<void>
  isAllowed(name: string, sha256: string): boolean
  disallow(name: string): Promise<void>
}

const List = z.array(
  z.object({
    name: z.string(),
    enabled: z.boolean(),
    md5: z.string(),
    config: z.record(z.string(), z.unknown()).optional(),
  }),
)

export function openPluginFolder(dataFolder: string): PluginFolder {
  const path = join(dataFolder, 'plugins')
  const list = join(path, 'plugins.json')
  const allowances = join(path, 'allowed')
  return {
    path,
    read: () => {
      if (!existsSync(list)) return []
      try {
        return List.parse(JSON.parse(readFileSync(list, 'utf8')))
      } catch (cause) {
        throw new Error(`The list of plugins is damaged: ${list}`, { cause })
      }
    },
    save: (plugins) => writeAtomically(list, `${JSON.stringify(plugins, undefined, 2)}\n`),
    allowed: () => (existsSync(allowances) ? readdirSync(allowances).toSorted() : []),
    allow: async (name, sha256) => {
      mkdirSync(allowances, { recursive: true, mode: 0o700 })
      await writeFile(join(allowances, name), `${sha256}\n`)
    },
    isAllowed: (name, sha256) => {
      const file = join(allowances, name)
      return existsSync(file) && readFileSync(file, 'utf8').trim() === sha256
    },
    disallow: (name) => rm(join(allowances, name), { force: true }),
  }
}
