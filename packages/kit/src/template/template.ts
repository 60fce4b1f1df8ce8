import { encodeJson, encodePlainJson } from '../json/index.ts'

/** A piece of a template: words as they stand, or the path of a value. */
export type TemplatePart = string | { readonly path: readonly string[]; readonly name: string }

/** Text with placeholders, as EMQX writes it: `devices/${clientid}/${payload.id}`; `${$}` is a dollar, `${.}` everything there is. */
export interface Template {
  readonly parts: readonly TemplatePart[]
  /** Every placeholder by its name, each once: `['clientid', 'payload.id']`. */
  readonly names: readonly string[]
}

/** What stands for a placeholder; undefined where there is none. */
export type Lookup = (path: readonly string[], name: string) => unknown

// As EMQX: letters, digits, `_`, `-` and dots; anything else between braces is text.
const placeholder = /\$\{(\$|\.?[a-zA-Z0-9_\-.]*)\}/g

/** Never fails: what is no placeholder is text. */
export function parseTemplate(text: string): Template {
  const parts: TemplatePart[] = []
  let end = 0
  for (const match of text.matchAll(placeholder)) {
    const [whole, name = ''] = match
    if (name === '') continue
    if (match.index > end) parts.push(text.slice(end, match.index))
    parts.push(name === '$' ? '$' : { path: name.split('.').filter((key) => key !== ''), name })
    end = match.index + whole.length
  }
  if (end < text.length) parts.push(text.slice(end))
  const names = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name]))
  return { parts, names: [...new Set(names)] }
}

/** Puts `toText` of the values in their places; `missing` decides where there is none. */
export function renderTemplate(
  { parts }: Template,
  lookup: Lookup,
  toText: (value: unknown, name: string) => string = templateText,
  missing: (name: string) => string = () => 'undefined',
): string {
  let text = ''
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part
      continue
    }
    const value = lookup(part.path, part.name)
    text += value === undefined ? missing(part.name) : toText(value, part.name)
  }
  return text
}

// Without ignoreBOM it would leave one out.
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** Values as EMQX writes them into a text: objects as JSON, bytes as UTF-8, null as `null`, bigints with all their digits. */
export const templateText = textWith(encodePlainJson)
/** The same where whole numbers are bigints, as in rules: every number is a float and looks like one. */
export const ruleText = textWith(encodeJson)

function textWith(toJson: (value: unknown) => string): (value: unknown) => string {
  return (value) => {
    if (typeof value === 'string') return value
    if (value instanceof Uint8Array) return utf8.decode(value)
    return value === undefined ? 'undefined' : toJson(value)
  }
}
