import { existsSync, readFileSync } from 'node:fs'
import { hasCode, isRecord, messageOf } from '@mqdeck/contract'
import { parse, YAMLParseError } from 'yaml'
import type { Override } from '../broker-config/roots.ts'
import { closest } from './closest.ts'
import { configValueByKey, readOverride } from './config-values.ts'
import type { GivenValue } from './load.ts'
import { type SettingKey, settings } from './start-options.ts'
import { isScalar } from './value-types.ts'

export const defaultFile = 'mqdeck.yaml'
const keys: readonly string[] = [...Object.keys(settings), ...configValueByKey.keys()]

export interface OptionsFile {
  readonly found: ReadonlyMap<SettingKey, GivenValue>
  readonly overrides: readonly Override[]
}

/** Values in the file. Errors are added to `problems`. Without a name, a missing file is empty. */
export function readOptionsFile(file: string | undefined, problems: string[]): OptionsFile {
  const name = file ?? defaultFile
  const found = new Map<SettingKey, GivenValue>()
  const overrides: Override[] = []
  if (file === undefined && !existsSync(name)) return { found, overrides }

  const collect = (value: unknown, key: string): void => {
    const where = key === '' ? name : `${key} in ${name}`
    const leaf = configValueByKey.get(key)
    if (isSettingKey(key)) {
      if (isScalar(value) || settings[key].type.readTree) found.set(key, { value, where })
      else problems.push(`${where}: expected ${settings[key].type.expects}`)
    } else if (isRecord(value) && isGroup(key)) {
      const own = Object.entries(value).filter(([inner]) => !leaf || isKnown(join(key, inner)))
      for (const [inner, one] of own) collect(one, join(key, inner))
      // `listeners.tcp` contains its own port and also listeners by name.
      const others = Object.entries(value).filter(([inner]) => leaf && !isKnown(join(key, inner)))
      if (leaf && others.length > 0) {
        overrides.push(...readOverride(leaf, Object.fromEntries(others), where, problems))
      }
    } else if (leaf) {
      if (value !== null) overrides.push(...readOverride(leaf, value, where, problems))
    } else if (!isGroup(key)) {
      problems.push(`${where}: unknown key${suggestion(key)}`)
    } else if (value !== null) {
      problems.push(`${where}: expected a group of keys`)
    }
  }
  try {
    const document: unknown = parse(readFileSync(name, 'utf8'))
    if (document !== null) collect(document, '')
  } catch (error) {
    problems.push(`${name}: ${fileProblem(error)}`)
  }
  return { found, overrides }
}

function fileProblem(error: unknown): string {
  if (error instanceof YAMLParseError) return `not valid YAML, ${error.message.split('\n')[0]}`
  if (hasCode(error, 'ENOENT')) return 'no such file'
  return messageOf(error)
}

const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settings, key)
const isGroup = (key: string) => key === '' || keys.some((known) => known.startsWith(`${key}.`))
const isKnown = (key: string) => isSettingKey(key) || configValueByKey.has(key) || isGroup(key)
const join = (key: string, inner: string) => (key === '' ? inner : `${key}.${inner}`)

function suggestion(key: string): string {
  const near = closest(key, keys)
  return near === undefined ? '' : `; did you mean ${near}?`
}
