import { encodeJson, encodePlainJson } from '../json/index.ts'

/** A part of a template: literal text or the path of a value. */
export type TemplatePart = string | { readonly path: readonly string[]; readonly name: string }

/**
 * Text with placeholders in EMQX's syntax: `devices/${clientid}/${payload.id}`. `${$}` is a dollar, `${.}` the whole
 * data.
 */
export interface Template {
  readonly parts: readonly TemplatePart[]
  /** Names of the placeholders, each once: `['clientid', 'payload.id']`. */
  readonly names: readonly string[]
}

/** The value of a placeholder; undefined if there is none. */
export type Lookup = (path: readonly string[], name: string) => unknown

// As in EMQX: letters, digits, `_`, `-` and dots. Anything else in braces is text.
const placeholder = /\$\{(\$|\.?[a-zA-Z0-9_\-.]*)\}/g

/** Never fails: anything that is not a placeholder is text. */
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

/** Replaces placeholders with `toText` of their values, or with the result of `missing`. */
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

// Without ignoreBOM it would drop a byte order mark.
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** Values as EMQX prints them: objects as JSON, bytes as UTF-8, null as `null`, bigints with all digits. */
export const templateText = textWith(encodePlainJson)
/** The same with bigints as integers, as in rules: every number is printed as a float. */
export const ruleText = textWith(encodeJson)

function textWith(toJson: (value: unknown) => string): (value: unknown) => string {
  return (value) => {
    if (typeof value === 'string') return value
    if (value instanceof Uint8Array) return utf8.decode(value)
    return value === undefined ? 'undefined' : toJson(value)
  }
}
