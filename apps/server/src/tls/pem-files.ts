import { readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { checkNamedFiles } from './named-files.ts'
import { isPem, storePem } from './store-pem.ts'

/** Files that settings name. Stores PEM texts, which callers may send instead of file names, outside of the configuration. */
export interface PemFiles {
  /** @throws {AppError} (rejects) if a new name is that of a pipe, a device or a folder */
  check(next: unknown, previous: unknown): Promise<void>
  /** Replaces each PEM text with the name of a new file, whose folder is derived from the path of the setting. */
  keep<T>(value: T, path: readonly string[]): Promise<KeptPem<T>>
  /** Removes files that none of these configuration texts refers to. */
  tidy(texts: () => readonly string[]): void
}

interface KeptPem<T> {
  readonly value: T
  /** Removes the written files. */
  drop(): void
}

/** Settings that name a file, and the prefix of the file. */
const names: Readonly<Record<string, string>> = {
  certfile: 'cert',
  keyfile: 'key',
  cacertfile: 'cacert',
  dhfile: 'dh',
  issuer_pem: 'issuer',
}

/** `certs/listeners/ssl/default/key-0123456789abcdef.pem` in the data folder. */
export function createPemFiles(dataFolder: string): PemFiles {
  const root = join(dataFolder, 'certs')
  return {
    check: (next, previous) => checkNamedFiles(next, previous, dataFolder),
    async keep(value, path) {
      const written: string[] = []
      const drop = () => {
        for (const file of written) rmSync(file, { force: true })
        removeEmpty(root)
      }
      const store = async (text: string, at: readonly string[]): Promise<string> => {
        const key = at.at(-1) ?? ''
        const place = at.slice(0, -1).filter((part) => part !== 'ssl_options')
        const { file, isNew } = await storePem(text, join(root, ...place.map(toFolder)), names[key] ?? key)
        if (isNew) written.push(file)
        // Relative, because the data folder may be moved.
        return `\${EMQX_ETC_DIR}/${relative(dataFolder, file)}`
      }
      try {
        return { value: (await replacePem(value, path, store)) as typeof value, drop } // the same shape with other texts
      } catch (error) {
        drop()
        throw error
      }
    },
    tidy(texts) {
      const files = folders(root).flatMap((folder) => filesIn(folder))
      if (files.length === 0) return
      const all = texts().join('\n')
      for (const file of files) if (!all.includes(relative(dataFolder, file))) rmSync(file, { force: true })
      removeEmpty(root)
    },
  }
}

async function replacePem(
  value: unknown,
  path: readonly string[],
  store: (text: string, path: readonly string[]) => Promise<string>,
): Promise<unknown> {
  if (typeof value === 'string')
    return Object.hasOwn(names, path.at(-1) ?? '') && isPem(value) ? store(value, path) : value
  if (typeof value !== 'object' || value === null) return value
  const inside = async ([key, inner]: readonly [string, unknown]) =>
    [key, await replacePem(inner, [...path, key], store)] as const
  const entries = await Promise.all(Object.entries(value).map(inside))
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

/** Prevents names that lead out of the folder. */
const toFolder = (part: string) => encodeURIComponent(part).replace(/^\.+$/, '_')

/** The folders below one, inner folders first. */
function folders(root: string): readonly string[] {
  return entriesOf(root)
    .filter((one) => one.isDirectory())
    .flatMap((one) => [...folders(join(root, one.name)), join(root, one.name)])
}

const filesIn = (folder: string) =>
  entriesOf(folder)
    .filter((one) => one.isFile())
    .map((one) => join(folder, one.name))

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return [] // nothing was stored yet
  }
}

function removeEmpty(root: string): void {
  for (const folder of folders(root)) if (entriesOf(folder).length === 0) rmdirSync(folder)
}
