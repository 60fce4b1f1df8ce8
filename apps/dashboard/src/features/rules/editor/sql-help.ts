import {
  columnHelp,
  contextAt,
  functionFamilies,
  functionsByName,
  keywords,
  type Source,
  type SqlContext,
  type SqlFunction,
  scanSql,
} from '@mqdeck/rules/catalog'
import type { Locale } from '../../../i18n/index.ts'
import { isRecord } from '../../../lib/json/json-path.ts'
import type { CodeHelp, Completion } from '../../../ui/index.ts'

/** Data of the page for completion. */
export interface Surroundings {
  readonly locale: Locale
  readonly columnsOf: (source: Source) => readonly string[] | undefined
  /** Inputs for FROM, without quotes. */
  readonly sources: readonly { readonly text: string; readonly about: string }[]
  /** The test payload. Its keys are completed after `payload.`. */
  readonly payload: string
  readonly suggestions: { readonly alias: string; readonly item: string; readonly key: string }
}

/** Completion, hover and signatures for rule SQL, based on its parser. */
export const sqlHelp = (surroundings: () => Surroundings): CodeHelp => ({
  completeAt(text, offset) {
    const context = contextAt(text, offset)
    const options = optionsAt(context, surroundings())
    return options.length === 0 ? undefined : { ...context.word, options }
  },
  hintAt(text, offset) {
    const token = scanSql(text).find(({ from, to }) => from <= offset && offset < to)
    if (token?.kind !== 'name') return undefined
    const { locale } = surroundings()
    const { from, to } = token
    const known = functionsByName.get(token.value)
    if (known && /^\s*\(/.test(text.slice(to)))
      return {
        from,
        to,
        title: signatureText(known),
        text: known.help[locale],
        examples: known.examples.slice(0, 2).map(({ expression, is }) => exampleText(expression, is)),
      }
    const isKey = text.slice(0, from).trimEnd().endsWith('.')
    const about = Object.hasOwn(columnHelp, token.value) ? columnHelp[token.value] : undefined
    return about && !isKey ? { from, to, title: token.value, text: about[locale] } : undefined
  },
  signatureAt(text, offset) {
    const { call, place } = contextAt(text, offset)
    const known = call && place !== 'nothing' ? functionsByName.get(call.name) : undefined
    if (!call || !known || known.parameters.length === 0) return undefined
    return { name: known.name, parameters: known.parameters.map(parameterText), active: call.argument }
  },
})

function optionsAt(context: SqlContext, around: Surroundings): readonly Completion[] {
  const { clause, place } = context
  if (place === 'nothing' || place === 'alias') return []
  if (clause === 'start') return keywordsOf(['SELECT', 'FOREACH'])
  if (place === 'source')
    return [
      ...around.sources.map(({ text, about }) => ({ label: `"${text}"`, detail: about })),
      ...keywordsOf(['WHERE']),
    ]
  if (place === 'key') return keysAt(context, around)
  if (place === 'operator') return keywordsOf(following[clause])
  return [...names(context, around), ...functions(around.locale), ...keywordsOf(beginning)]
}

/** Operators after an expression. */
const operators = ['AND', 'OR', 'IN', 'NOT', 'DIV', 'MOD', 'THEN', 'ELSE', 'WHEN', 'END']
const following: Readonly<Record<SqlContext['clause'], readonly string[]>> = {
  start: [],
  select: ['AS', 'FROM', ...operators],
  foreach: ['AS', 'DO', 'INCASE', 'FROM', ...operators],
  do: ['AS', 'INCASE', 'FROM', ...operators],
  incase: ['FROM', ...operators],
  from: ['WHERE'],
  where: operators,
}
const beginning = ['CASE', 'NOT', 'WHEN', 'ELSE', 'END', 'true', 'false']

const keywordsOf = (words: readonly string[]): readonly Completion[] =>
  words.filter((word) => keywords.has(word.toLowerCase()) || notReserved.has(word)).map((label) => ({ label }))
const notReserved = new Set(['DIV', 'MOD', 'true', 'false'])

function names(
  { sources, aliases, item }: SqlContext,
  { columnsOf, locale, suggestions }: Surroundings,
): readonly Completion[] {
  const columns = new Set(sources.flatMap((source) => columnsOf(source) ?? []))
  const own = aliases.filter((alias) => !columns.has(alias))
  return [
    ...(item === undefined ? [] : [{ label: item, detail: suggestions.item }]),
    ...own.map((label) => ({ label, detail: suggestions.alias })),
    ...[...columns].map((label) => ({ label, detail: columnHelp[label]?.[locale] })),
  ]
}

function functions(locale: Locale): readonly Completion[] {
  return functionFamilies.flatMap(({ title, functions: all }) =>
    all.map((one) => ({
      label: one.name,
      detail: title[locale],
      info: `${signatureText(one)}\n${one.help[locale]}`,
      snippet: snippetOf(one),
    })),
  )
}

function snippetOf({ name, parameters }: SqlFunction): string {
  const wanted = parameters.filter(({ isOptional }) => isOptional !== true)
  const places = wanted.length === 0 && parameters.length > 0 ? [{ name: '' }] : wanted
  return `${name}(${places.map((parameter) => `#{${parameter.name}}`).join(', ')})`
}

const parameterText = ({ name, isOptional, isRepeated }: SqlFunction['parameters'][number]) =>
  isRepeated ? `${name}...` : isOptional ? `${name}?` : name

/** Such as `substr(text, start, length?)`. */
export const signatureText = ({ name, parameters }: SqlFunction): string =>
  `${name}(${parameters.map(parameterText).join(', ')})`

/** Keys of MQTT properties. */
const known: Readonly<Record<string, readonly string[]>> = {
  flags: ['retain', 'dup'],
  metadata: ['rule_id'],
  pub_props: [
    "'User-Property'",
    "'User-Property-Pairs'",
    "'Payload-Format-Indicator'",
    "'Message-Expiry-Interval'",
    "'Content-Type'",
    "'Response-Topic'",
    "'Correlation-Data'",
  ],
}

function keysAt({ path }: SqlContext, { payload, suggestions }: Surroundings): readonly Completion[] {
  const [root = '', ...rest] = path
  if (root !== 'payload') {
    const fixed = rest.length === 0 && Object.hasOwn(known, root) ? known[root] : undefined
    return (fixed ?? []).map((label) => ({ label }))
  }
  let value = readJson(payload)
  for (const key of rest) {
    // The path has no indexes, so the first item is used.
    const one: unknown = Array.isArray(value) ? value[0] : value
    value = isRecord(one) && Object.hasOwn(one, key) ? one[key] : undefined
  }
  const found: unknown = Array.isArray(value) ? value[0] : value
  if (!isRecord(found)) return []
  return Object.keys(found).map((key) => ({
    label: /^[A-Za-z_]\w*$/.test(key) && !keywords.has(key.toLowerCase()) ? key : `'${key}'`,
    detail: suggestions.key,
  }))
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Such as `upper('a') = 'A'`. */
export function exampleText(expression: string, is: unknown): string {
  return `${expression} → ${valueText(is)}`
}

/** Formats a value as in rule SQL or JSON. */
function valueText(value: unknown): string {
  if (value === undefined) return 'undefined'
  if (typeof value === 'string') return `'${value}'`
  if (value instanceof Uint8Array) return `<${[...value].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')}>`
  if (typeof value === 'number' && Number.isInteger(value)) return `${value}.0`
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`
  if (isRecord(value))
    return `{${Object.entries(value)
      .map(([key, one]) => `${key}: ${valueText(one)}`)
      .join(', ')}}`
  return String(value)
}
