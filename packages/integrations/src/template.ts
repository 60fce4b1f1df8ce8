import { decodeJson, type ExactJson } from '@mqdeck/kit/json'
import { type Lookup, renderTemplate, ruleText, type Template } from '@mqdeck/kit/template'
import type { Data } from './port.ts'

/**
 * Looks up the value of a placeholder. `payload.x` also reads inside of a JSON payload, as in EMQX. `.` is the complete
 * data. Undefined if it does not exist.
 */
export const dataLookup =
  (data: Data): Lookup =>
  (path) => {
    let value: unknown = data
    for (const key of path) {
      const inside = typeof value === 'string' || value instanceof Uint8Array ? fromJson(value) : value
      if (typeof inside !== 'object' || inside === null || !Object.hasOwn(inside, key)) return undefined
      value = (inside as Readonly<Record<string, unknown>>)[key] // own property, checked above
    }
    return value
  }

/** Fills data into a template. Missing values become `undefined`, as in EMQX, or the result of `missing`. */
export const fill = (template: Template, data: Data, missing?: () => string): string =>
  renderTemplate(template, dataLookup(data), ruleText, missing)

/** Like `fill`, but returns bytes if any value is a binary. */
export function fillBytes(
  template: Template,
  data: Data,
  missing: () => string = () => 'undefined',
): string | Uint8Array {
  const lookup = dataLookup(data)
  const parts = template.parts.map((part) =>
    typeof part === 'string' ? part : (lookup(part.path, part.name) ?? missing()),
  )
  if (!parts.some((part) => part instanceof Uint8Array)) return parts.map(ruleText).join('')
  return joined(parts.map((part) => (part instanceof Uint8Array ? part : utf8.encode(ruleText(part)))))
}

const utf8 = new TextEncoder()

/** Isomorphic, so without Buffer. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Exact numbers. Undefined if the text is not JSON. */
export function fromJson(text: string | Uint8Array): ExactJson | undefined {
  try {
    return decodeJson(text)
  } catch {
    return undefined
  }
}
