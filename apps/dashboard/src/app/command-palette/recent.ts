import { createStoredValue } from '../../lib/browser/stored-value.ts'

/** Ids of recently used entries by username, the latest first. */
export type Recent = Readonly<Record<string, readonly string[]>>

const maxItems = 8
/** Limits the storage when many users share one browser. */
const maxUsers = 8

export const recent = createStoredValue<Recent>('paletteRecent', { parse: parseRecent, format: JSON.stringify })

export function rememberRecent(username: string, id: string): void {
  recent.set(withRecent(recent.get(), username, id))
}

export function withRecent(all: Recent, username: string, id: string): Recent {
  const { [username]: own = [], ...others } = all
  const kept = [id, ...own.filter((one) => one !== id)].slice(0, maxItems)
  // The latest user is the last key of the object.
  return Object.fromEntries([...Object.entries(others).slice(1 - maxUsers), [username, kept]])
}

/** The storage may contain anything. */
export function parseRecent(text: string | null): Recent {
  let value: unknown
  try {
    value = JSON.parse(text ?? '{}')
  } catch {
    return {}
  }
  if (typeof value !== 'object' || value === null) return {}
  const entries = Object.entries(value).flatMap(([username, ids]: [string, unknown]) => {
    if (!Array.isArray(ids)) return []
    const texts = ids.filter((id): id is string => typeof id === 'string' && id.length < 600)
    return [[username, texts.slice(0, maxItems)] as const]
  })
  return Object.fromEntries(entries.slice(-maxUsers))
}
