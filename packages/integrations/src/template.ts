import { decodeJson, type ExactJson } from '@mqdeck/kit/json'
import { type Lookup, renderTemplate, ruleText, type Template } from '@mqdeck/kit/template'
import type { Data } from './port.ts'

/**
 * Finds what a place holder names: `payload.x` also inside of a payload that is JSON text, as in EMQX; `.` is all of it.
 * Undefined where there is nothing.
 */
export const dataLookup =
  (data: Data): Lookup =>
  (path) => {
    let value: unknown = data
    for (const key of path) {
      const inside = typeof value === 'string' || value instanceof Uint8Array ? fromJson(value) : value
      if (typeof inside !== 'object' || inside === null || !Object.hasOwn(inside, key)) return undefined
      value = (inside as Readonly<Record<string, unknown>>)[key] // its own, seen above
    }
    return value
  }

/** The template with the data in it; what there is not is `undefined`, as EMQX writes it, or what the caller wants. */
export const fill = (template: Template, data: Data, missing?: () => string): string =>
  renderTemplate(template, dataLookup(data), ruleText, missing)

/** The same where bytes shall stay what they are: as bytes, when there are any among the values. */
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

/** In browsers, too, which have no Buffer. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** With exact numbers; undefined for what is no JSON. */
export function fromJson(text: string | Uint8Array): ExactJson | undefined {
  try {
    return decodeJson(text)
  } catch {
    return undefined
  }
}
