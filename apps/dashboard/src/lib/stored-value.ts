import { createValue, type Value } from './value.ts'

/**
 * A value that survives reloads in `localStorage` under `name` and follows changes made in other tabs.
 * `parse` gets the stored text (or null) and returns the value to use, so that old or foreign text never breaks the page.
 * Without storage (blocked by the browser) the value lives as long as the page.
 */
export function createStoredValue<T>(
  name: string,
  { parse, format }: { readonly parse: (text: string | null) => T; readonly format: (value: T) => string },
): Value<T> {
  const value = createValue(parse(readText(name)))
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

function readText(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    // Reading throws where the user blocks site data; the default is right then.
    return null
  }
}

function writeText(name: string, text: string): void {
  try {
    localStorage.setItem(name, text)
  } catch {
    // Blocked or full: the choice then lasts as long as the page, which the user sees at once.
  }
}
