import { HoconError, type HoconObject, type HoconValue, readHocon, writeHocon } from '@mqdeck/contract'
import { isRecord } from '../../lib/json-path.ts'
import type { ImportArgs } from './queries.ts'

/** What is known of a text before it is imported. */
export interface ImportPreview {
  readonly errors: readonly ImportProblem[]
  /** To be compared; equal when nothing changes. */
  readonly before: string
  readonly after: string
  /** `broker`: with its defaults and rules. `page`: only the text was read, the broker may still refuse it. */
  readonly by: 'broker' | 'page'
  /** The listeners through which this page is reached are among what changes. */
  readonly movesPage: boolean
}

export interface ImportProblem {
  readonly path: string
  readonly reason: string
  readonly line?: number | undefined
  readonly column?: number | undefined
}

const readOnlyRoots = ['cluster', 'node', 'rpc']

/** Reads a text in the place of a broker that cannot be asked; `current` is its configuration. */
export function checkLocally({ text, mode, ignoreReadOnly }: ImportArgs, current: string): ImportPreview {
  const read = tryRead(text)
  if ('problem' in read) return { errors: [read.problem], before: '', after: '', by: 'page', movesPage: false }
  const now = readHocon(current)
  const named = Object.entries(read.value).filter(([name]) => !ignoreReadOnly || !readOnlyRoots.includes(name))
  const before = Object.fromEntries(named.flatMap(([name]) => entryOf(now, name)))
  const after = Object.fromEntries(
    named.map(([name, value]) => [name, mode === 'merge' ? merged(now[name], value) : value] as const),
  )
  const texts = { before: writeHocon(before), after: writeHocon(after) }
  const movesPage = named.some(([name]) => name === 'dashboard') && texts.before !== texts.after
  return { errors: [], ...texts, by: 'page', movesPage }
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

function merged(old: HoconValue | undefined, young: HoconValue): HoconValue {
  if (!isRecord(old) || !isRecord(young)) return young
  const keys = [...new Set([...Object.keys(old), ...Object.keys(young)])]
  return Object.fromEntries(
    keys.flatMap((key) => {
      const [left, right] = [old[key], young[key]]
      const value = right === undefined ? left : merged(left, right)
      return value === undefined ? [] : [[key, value] as const]
    }),
  )
}
