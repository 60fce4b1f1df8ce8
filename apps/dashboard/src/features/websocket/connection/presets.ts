import { createStoredValue } from '../../../lib/browser/stored-value.ts'
import { isRecord } from '../../../lib/json/json-path.ts'
import { type ConnectionSettings, newSettings } from '../index.ts'

/** Named connection settings, stored in this browser. */
export interface Preset {
  readonly name: string
  readonly settings: ConnectionSettings
}

const maxPresets = 50

export const presets = createStoredValue<readonly Preset[]>('webSocketPresets', {
  parse: parsePresets,
  format: (all) => JSON.stringify(all),
})

/** Saves without password and authentication data unless `withSecrets`, because the browser stores plain text. */
export function savePreset(name: string, settings: ConnectionSettings, withSecrets: boolean): void {
  const saved = withSecrets ? settings : { ...settings, password: '', authData: '' }
  const others = presets.get().filter((other) => other.name !== name)
  presets.set([...others, { name, settings: saved }].slice(-maxPresets))
}

export function removePreset(name: string): void {
  presets.set(presets.get().filter((other) => other.name !== name))
}

/** Presets of an older version get defaults for new fields. Invalid entries are skipped. */
export function parsePresets(text: string | null): readonly Preset[] {
  try {
    const all: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(all) ? all.flatMap(toPreset) : []
  } catch {
    return []
  }
}

function toPreset(value: unknown): readonly Preset[] {
  if (!isRecord(value) || typeof value.name !== 'string' || !isRecord(value.settings)) return []
  const defaults = newSettings({ protocol: 'http:', hostname: 'localhost' })
  const settings = { ...withDefaults(value.settings, defaults), will: withDefaults(value.settings.will, defaults.will) }
  return [{ name: value.name, settings }]
}

/** `defaults` with the values of `given` that have the same name and type. */
function withDefaults<T extends object>(given: unknown, defaults: T): T {
  if (!isRecord(given)) return defaults
  const entries = Object.entries(defaults).map(([name, value]) => {
    const other = given[name]
    // Fields that are undefined by default are numbers.
    const isSameType = value === undefined ? typeof other === 'number' : typeof other === typeof value
    return [name, isSameType && Array.isArray(other) === Array.isArray(value) ? other : value]
  })
  // Every field has a value of the type of its default.
  return Object.fromEntries(entries) as T
}
