import type { Override } from '../broker-config/roots.ts'
import { closest } from './closest.ts'
import { ConfigError } from './config-error.ts'
import { configValueByVariable, configValueOf, readOverride } from './config-values.ts'
import { defaultFile, readOptionsFile } from './options-file.ts'
import { toOverrides } from './root-overrides.ts'
import { type SettingKey, type Settings, settings } from './start-options.ts'
import { isScalar, type ValueType } from './value-types.ts'

export { ConfigError, defaultFile }

/** A value from the file or a variable, not parsed yet. */
export interface GivenValue {
  /** A list or object only if the type has `readTree`. */
  readonly value: unknown
  /** `bind in mqdeck.yaml`, `MQDECK_BIND` */
  readonly where: string
}

export interface Loaded {
  /** By key, including defaults. */
  readonly settings: Settings
  /** Values that override the stored configuration, with their source. */
  readonly overrides: readonly Override[]
}

const keys = Object.keys(settings) as SettingKey[] // the keys of a literal
const reserved = new Set(['MQDECK_CONFIG', 'MQDECK_MIGRATE_PASSWORD', 'MQDECK_NODE_BINARY'])

/**
 * Reads the start options: defaults, then the file, then `MQDECK_*` variables.
 * @param file must exist if given; if it is missing or empty, `./mqdeck.yaml` is read if it exists
 * @throws {ConfigError} with all errors
 */
export function loadSettings(file: string | undefined, env: Readonly<Record<string, string | undefined>>): Loaded {
  const problems: string[] = []
  const inFile = readOptionsFile(file === '' ? undefined : file, problems)
  const inEnv = readEnv(env, problems)
  const found = new Map([...inFile.found, ...inEnv.found])
  const read = Object.fromEntries(keys.map((key) => [key, readValue(key, found.get(key), problems)]))
  if (problems.length > 0) throw new ConfigError(problems)
  const loaded = read as Settings // each key was validated by its own type
  const given = Object.fromEntries(keys.filter((key) => found.has(key)).map((key) => [key, loaded[key]]))
  const ofKeys = toOverrides(given, loaded, (key) => found.get(key)?.where ?? key)
  // Later overrides replace earlier ones.
  return { settings: loaded, overrides: [...ofKeys, ...inFile.overrides, ...inEnv.overrides] }
}

/** Defaults with `changes` applied. */
export function withDefaults(changes: Partial<Settings>): Settings {
  const defaults = Object.fromEntries(keys.map((key) => [key, settings[key].default]))
  return { ...(defaults as Settings), ...changes } // every key has its default
}

function readValue(key: SettingKey, found: GivenValue | undefined, problems: string[]): unknown {
  const { type, default: fallback } = settings[key]
  if (!found) return fallback
  const inside: string[] = []
  const value = readAs(type, found.value, (path, what) => inside.push(`${path} ${what}`))
  problems.push(...inside.map((problem) => `${found.where}: ${key}${problem}`))
  if (value === undefined) {
    problems.push(
      `${found.where}: expected ${type.expects}${settings[key].secret ? '' : `, got ${JSON.stringify(found.value)}`}`,
    )
  }
  return value
}

function readAs(
  type: Pick<ValueType<unknown>, 'read' | 'readTree'>,
  value: unknown,
  problem: (path: string, what: string) => void,
): unknown {
  if (type.readTree) return type.readTree(value, problem)
  return isScalar(value) ? type.read(value) : undefined
}

function readEnv(env: Readonly<Record<string, string | undefined>>, problems: string[]) {
  const byName = new Map(keys.map((key) => [settings[key].env, key]))
  const found = new Map<SettingKey, GivenValue>()
  const overrides: Override[] = []
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('MQDECK_') || value === undefined || reserved.has(name)) continue
    const key = byName.get(name)
    const leaf = key ? undefined : configValueOf(name)
    if (key) found.set(key, { value, where: name })
    else if (leaf) overrides.push(...readOverride(leaf, value, name, problems))
    else
      problems.push(`${name}: unknown variable${suggestion(name, [...byName.keys(), ...configValueByVariable.keys()])}`)
  }
  return { found, overrides }
}

function suggestion(name: string, known: readonly string[]): string {
  const near = closest(name, known)
  return near === undefined ? '' : `; did you mean ${near}?`
}
