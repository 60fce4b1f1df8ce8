import { createStoredValue } from '../../lib/stored-value.ts'
import { type ConnectionSettings, newSettings } from '../../mqtt-client/index.ts'

/** Settings of a connection under a name, kept in this browser. */
export interface Preset {
  readonly name: string
  readonly settings: ConnectionSettings
}

const mostPresets = 50

export const presets = createStoredValue<readonly Preset[]>('webSocketPresets', {
  parse: parsePresets,
  format: (all) => JSON.stringify(all),
})

/** Without the password and the authentication data, unless they are wanted: the browser keeps them readable. */
export function savePreset(name: string, settings: ConnectionSettings, withSecrets: boolean): void {
  const kept = withSecrets ? settings : { ...settings, password: '', authData: '' }
  const others = presets.get().filter((one) => one.name !== name)
  presets.set([...others, { name, settings: kept }].slice(-mostPresets))
}

export function removePreset(name: string): void {
  presets.set(presets.get().filter((one) => one.name !== name))
}

/** What an older page has written lacks what is new; what does not fit is left out. */
export function parsePresets(text: string | null): readonly Preset[] {
  try {
    const all: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(all) ? all.flatMap(toPreset) : []
  } catch {
    return []
  }
}

function toPreset(value: unknown): readonly Preset[] {
  if (!isObject(value) || typeof value.name !== 'string' || !isObject(value.settings)) return []
  const fresh = newSettings({ protocol: 'http:', hostname: 'localhost' })
  const settings = { ...fitting(value.settings, fresh), will: fitting(value.settings.will, fresh.will) }
  return [{ name: value.name, settings }]
}

/** `model` with what `given` has under the same names, where it is of the same kind. */
function fitting<T extends object>(given: unknown, model: T): T {
  if (!isObject(given)) return model
  const entries = Object.entries(model).map(([name, value]) => {
    const other = given[name]
    // What is undefined at first is a number.
    const isSameKind = value === undefined ? typeof other === 'number' : typeof other === typeof value
    return [name, isSameKind && Array.isArray(other) === Array.isArray(value) ? other : value]
  })
  // Every name has a value of the model's kind.
  return Object.fromEntries(entries) as T
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
