import { createValue, type Value } from '../json/value.ts'

/**
 * A value that is stored in `localStorage` under `name` and follows changes in other tabs. `parse` gets the stored
 * text (or null) and returns a valid value for any text. Without storage (blocked by the browser) the value lasts as
 * long as the page.
 */
export function createStoredValue<T>(
  name: string,
  { parse, format }: { readonly parse: (text: string | null) => T; readonly format: (value: T) => string },
): Value<T> {
  const value = createValue(parse(readText(name)))
  resets.set(name, () => value.set(parse(null)))
  if (typeof window !== 'undefined') {
    window.addEventListener('storage', (event) => {
      // A null key means that the whole storage was cleared.
      if (event.key === name || event.key === null) value.set(parse(event.newValue))
    })
  }
  return {
    ...value,
    set(next) {
      writeText(name, format(next))
      value.set(next)
    },
  }
}

/** By the name in the storage. */
const resets = new Map<string, () => void>()

/** Removes stored values by their names. */
export function clearStored(isCleared: (name: string) => boolean): void {
  for (const name of [...storedNames(), ...resets.keys()].filter(isCleared)) {
    try {
      localStorage.removeItem(name)
    } catch {
      // Storage is blocked, so it has no values.
    }
    resets.get(name)?.()
  }
}

function storedNames(): readonly string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

function readText(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    // Reading throws if the user blocks site data: use the default.
    return null
  }
}

function writeText(name: string, text: string): void {
  try {
    localStorage.setItem(name, text)
  } catch {
    // Storage is blocked or full: the value lasts as long as the page.
  }
}
