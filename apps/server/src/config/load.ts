import { existsSync, readFileSync } from 'node:fs'
import { parse, YAMLParseError } from 'yaml'
import { closest } from './closest.ts'
import { type SettingKey, type Settings, settings } from './settings.ts'

/** A configuration that cannot be used; `problems` holds one sentence for each mistake, naming its key. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  override readonly name = 'ConfigError'

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

type Scalar = string | number | boolean
interface Found {
  readonly value: Scalar
  /** `bind in mqdeck.yaml`, `MQDECK_BIND` */
  readonly where: string
}

export const defaultFile = 'mqdeck.yaml'
const keys = Object.keys(settings) as SettingKey[] // the keys of a literal
const reserved = new Set(['MQDECK_CONFIG'])

/**
 * Reads the configuration: defaults, then the file, then `MQDECK_*` variables.
 * @param file must exist when given; otherwise `./mqdeck.yaml` is read when it exists
 * @throws {ConfigError} with every mistake found
 */
export function loadSettings(file: string | undefined, env: Readonly<Record<string, string | undefined>>): Settings {
  const problems: string[] = []
  const found = new Map([...readFile(file, problems), ...readEnv(env, problems)])
  const loaded = Object.fromEntries(keys.map((key) => [key, readValue(key, found.get(key), problems)]))
  if (problems.length > 0) throw new ConfigError(problems)
  return loaded as Settings // each key went through its own type
}

/** The settings with nothing configured but `changes`. */
export function withDefaults(changes: Partial<Settings>): Settings {
  const defaults = Object.fromEntries(keys.map((key) => [key, settings[key].default]))
  return { ...(defaults as Settings), ...changes } // every key is there with its own default
}

function readValue(key: SettingKey, found: Found | undefined, problems: string[]): unknown {
  const { type, default: fallback } = settings[key]
  if (!found) return fallback
  const value = type.read(found.value)
  if (value === undefined) {
    problems.push(
      `${found.where}: expected ${type.expects}${settings[key].secret ? '' : `, got ${JSON.stringify(found.value)}`}`,
    )
  }
  return value
}

function readEnv(env: Readonly<Record<string, string | undefined>>, problems: string[]): Map<SettingKey, Found> {
  const byName = new Map(keys.map((key) => [settings[key].env, key]))
  const found = new Map<SettingKey, Found>()
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('MQDECK_') || value === undefined || reserved.has(name)) continue
    const key = byName.get(name)
    if (key) found.set(key, { value, where: name })
    else problems.push(`${name}: unknown variable${suggestion(name, [...byName.keys()])}`)
  }
  return found
}

function readFile(file: string | undefined, problems: string[]): Map<SettingKey, Found> {
  const name = file ?? defaultFile
  const found = new Map<SettingKey, Found>()
  if (file === undefined && !existsSync(name)) return found
  try {
    const document: unknown = parse(readFileSync(name, 'utf8'))
    if (document !== null) collect(document, '', name, found, problems)
  } catch (error) {
    problems.push(`${name}: ${fileProblem(error)}`)
  }
  return found
}

function fileProblem(error: unknown): string {
  if (error instanceof YAMLParseError) return `not valid YAML, ${error.message.split('\n')[0]}`
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'no such file'
  return error instanceof Error ? error.message : String(error)
}

function collect(value: unknown, key: string, file: string, found: Map<SettingKey, Found>, problems: string[]): void {
  if (isSettingKey(key)) {
    if (isScalar(value)) found.set(key, { value, where: `${key} in ${file}` })
    else problems.push(`${key} in ${file}: expected ${settings[key].type.expects}`)
  } else if (typeof value === 'object' && value !== null && !Array.isArray(value) && isGroup(key)) {
    for (const [name, inner] of Object.entries(value))
      collect(inner, key ? `${key}.${name}` : name, file, found, problems)
  } else if (value === null && isGroup(key)) {
    return
  } else if (isGroup(key)) {
    problems.push(`${key ? `${key} in ${file}` : file}: expected keys with values`)
  } else {
    problems.push(`${key} in ${file}: unknown key${suggestion(key, keys)}`)
  }
}

const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settings, key)
const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value)
const isGroup = (key: string) => key === '' || keys.some((known) => known.startsWith(`${key}.`))

function suggestion(name: string, known: readonly string[]): string {
  const near = closest(name, known)
  return near === undefined ? '' : `; did you mean ${near}?`
}
