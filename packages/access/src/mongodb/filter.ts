import { type Lookup, parseTemplate, renderTemplate, SettingsError, type Template, templateText } from '@mqdeck/kit'
import { unknownPlaceholder } from '../placeholders.ts'

export type Filter = Readonly<Record<string, unknown>>

type Part =
  | { readonly text: Template }
  | { readonly list: readonly Part[] }
  | { readonly fields: readonly (readonly [name: string, part: Part])[] }
  | { readonly value: unknown }

/**
 * Parses a filter with placeholders in the texts of its values. They are replaced after parsing, each as a part of its
 * text: no value can become an operator, a field or another value. @returns the filter for one client @throws
 * {SettingsError} for an unknown placeholder, or a placeholder in a field name
 */
export function compileFilter(filter: Filter, names: readonly string[]): (lookup: Lookup) => Filter {
  const fields = compileFields(filter, names)
  return (lookup) => renderFields(fields, lookup)
}

/** Operators with expressions: a text that starts with `$` reads a field, or the text is JavaScript. */
const programs = new Set(['$expr', '$where', '$function', '$accumulator'])

const compileFields = (filter: object, names: readonly string[], program?: string) =>
  Object.entries(filter).map(([name, value]) => {
    // With field names, a client could write the query.
    if (parseTemplate(name).names.length > 0) refuse(`placeholders are not allowed in field names (${name})`)
    const inside = programs.has(name) ? name : program
    return [name, compile(value, names, name === '$literal' && inside === '$expr' ? undefined : inside)] as const
  })

function compile(value: unknown, names: readonly string[], program: string | undefined): Part {
  if (Array.isArray(value)) return { list: value.map((one) => compile(one, names, program)) }
  if (typeof value === 'object' && value !== null) return { fields: compileFields(value, names, program) }
  if (typeof value !== 'string') return { value }
  const unknown = unknownPlaceholder(value, names)
  if (unknown !== undefined) refuse(`the placeholder \${${unknown}} is not available here`)
  const text = parseTemplate(value)
  if (program !== undefined && text.names.length > 0)
    refuse(
      `placeholders in ${program} could inject code${program === '$expr' ? '. Use $literal around the value' : ' and are not allowed'}`,
    )
  return { text }
}

function render(part: Part, lookup: Lookup): unknown {
  // Missing values are replaced by an empty string, as in EMQX.
  if ('text' in part) return renderTemplate(part.text, lookup, templateText, () => '')
  if ('list' in part) return part.list.map((one) => render(one, lookup))
  return 'fields' in part ? renderFields(part.fields, lookup) : part.value
}

const renderFields = (fields: readonly (readonly [string, Part])[], lookup: Lookup): Filter =>
  Object.fromEntries(fields.map(([name, part]) => [name, render(part, lookup)]))

function refuse(reason: string): never {
  throw new SettingsError('filter', reason)
}
