import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { WriteFile } from './atomic-file.ts'

/** One version of the configuration. */
export interface Version extends Author {
  readonly version: number
  /** RFC 3339. */
  readonly at: string
  /** Paths. */
  readonly changed: readonly string[]
}

/** Number of versions to keep. The oldest are deleted first. */
export const keptVersions = 100

/** Versions of the configuration, each in its own file: `000012.hocon`. */
interface History {
  /** Oldest first. */
  numbers(): readonly number[]
  /** Oldest first. Reads every file. */
  list(): readonly Version[]
  /** Text of the configuration file without its first line. Undefined if the version does not exist. */
  text(version: number): string | undefined
  /** Returns the number of the new version. */
  add(version: Omit<Version, 'version'>, text: string): Promise<number>
  /** Deletes the versions after this one, which were never active. */
  dropAfter(version: number): void
}

export function openHistory(folder: string, write: WriteFile): History {
  const numbers = () =>
    (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])
      .filter((entry) => entry.isFile())
      .flatMap(({ name }) => /^(\d{6,})\.hocon$/.exec(name)?.[1] ?? [])
      .map(Number)
      .sort((a, b) => a - b)
  const fileOf = (version: number) => join(folder, `${String(version).padStart(6, '0')}.hocon`)
  const remove = (version: number) => rmSync(fileOf(version), { force: true })

  const isKept = (version: number) => statSync(fileOf(version), { throwIfNoEntry: false })?.isFile() === true

  return {
    numbers,
    list: () => numbers().map((version) => readHeader(version, readFileSync(fileOf(version), 'utf8'))),
    text: (version) => (isKept(version) ? withoutHeader(readFileSync(fileOf(version), 'utf8')) : undefined),
    async add(about, text) {
      const before = numbers()
      const version = (before.at(-1) ?? 0) + 1
      await write(fileOf(version), toHeader(about) + text)
      for (const old of before.slice(0, Math.max(0, before.length + 1 - keptVersions))) remove(old)
      return version
    },
    dropAfter: (version) =>
      numbers()
        .filter((one) => one > version)
        .forEach(remove),
  }
}

/** Header comments with JSON values, because a username may contain any character. */
const toHeader = ({ at, by, call, changed }: Omit<Version, 'version'>) =>
  `# at: ${JSON.stringify(at)}\n# by: ${JSON.stringify(by)}\n# call: ${JSON.stringify(call)}\n# changed: ${JSON.stringify(changed)}\n`

const headerLines = 4
const withoutHeader = (text: string) => text.split('\n').slice(headerLines).join('\n')

function readHeader(version: number, text: string): Version {
  const found = new Map(
    text
      .split('\n')
      .slice(0, headerLines)
      .flatMap((line) => {
        const [, name, json] = /^# (\w+): (.*)$/.exec(line) ?? []
        return name !== undefined && json !== undefined ? [[name, parse(json)] as const] : []
      }),
  )
  const word = (name: string) => String(found.get(name) ?? '')
  const changed = found.get('changed')
  return {
    version,
    at: word('at'),
    by: word('by'),
    call: word('call'),
    changed: Array.isArray(changed) ? changed.map(String) : [],
  }
}

/** The file may have been edited. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

/** User who changes the configuration, and the call. */
export interface Author {
  /** A dashboard user, `API key NAME`, or `mqdeck` for changes by the server itself. */
  readonly by: string
  /** `PUT /configs/global_zone` */
  readonly call: string
  /** Whether this is an API key, which may not change the settings of API keys. */
  readonly isApiKey?: boolean
}
