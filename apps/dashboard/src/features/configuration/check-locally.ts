import { HoconError, type HoconObject, type HoconValue, readHocon, writeHocon } from '@mqdeck/contract'
import { isRecord } from '../../lib/json/json-path.ts'
import type { ImportArgs } from './queries.ts'

/** The changes and errors of an import. */
export interface ImportPreview {
  readonly errors: readonly ImportProblem[]
  /** The sections of the text before and after the import; equal if nothing changes. */
  readonly before: string
  readonly after: string
  /** `broker` includes its defaults and validation. `page` checks only the syntax; the broker may still reject the text. */
  readonly checkedBy: 'broker' | 'page'
  /** The import changes the listeners of the dashboard. */
  readonly movesPage: boolean
}

export interface ImportProblem {
  readonly path: string
  readonly reason: string
  readonly line?: number | undefined
  readonly column?: number | undefined
}

const readOnlyRoots = ['cluster', 'node', 'rpc']

/** Checks a text for a broker that cannot check it. `current` is its configuration. */
export function checkLocally({ text, mode, ignoreReadOnly }: ImportArgs, current: string): ImportPreview {
  const result = tryRead(text)
  if ('problem' in result)
    return { errors: [result.problem], before: '', after: '', checkedBy: 'page', movesPage: false }
  const currentConfig = readHocon(current)
  const named = Object.entries(result.value).filter(([name]) => !ignoreReadOnly || !readOnlyRoots.includes(name))
  const before = Object.fromEntries(named.flatMap(([name]) => entryOf(currentConfig, name)))
  const after = Object.fromEntries(
    named.map(([name, value]) => [name, mode === 'merge' ? merge(currentConfig[name], value) : value] as const),
  )
  const texts = { before: writeHocon(before), after: writeHocon(after) }
  const movesPage = named.some(([name]) => name === 'dashboard') && texts.before !== texts.after
  return { errors: [], ...texts, checkedBy: 'page', movesPage }
}

function tryRead(text: string): { readonly value: HoconObject } | { readonly problem: ImportProblem } {
  try {
    return { value: readHocon(text) }
  } catch (error) {
    if (!(error instanceof HoconError)) throw error
    const { reason, line, column, key = '' } = error
    return { problem: { path: key, reason, line, column } }
  }
}

function entryOf(object: HoconObject, name: string): readonly (readonly [string, HoconValue])[] {
  const value = object[name]
  return value === undefined ? [] : [[name, value]]
}

function merge(base: HoconValue | undefined, override: HoconValue): HoconValue {
  if (!isRecord(base) || !isRecord(override)) return override
  const keys = [...new Set([...Object.keys(base), ...Object.keys(override)])]
  return Object.fromEntries(
    keys.flatMap((key) => {
      const [left, right] = [base[key], override[key]]
      const value = right === undefined ? left : merge(left, right)
      return value === undefined ? [] : [[key, value] as const]
    }),
  )
}
