import { isRecord } from '@mqdeck/contract'
import { parseTemplate, ruleText, SettingsError, type Template, type TemplatePart } from '@mqdeck/kit'
import type { Data } from '../port.ts'
import { dataLookup, fill, fromJson } from '../template.ts'

/** Throws for data that cannot become a document. */
export type RenderDocument = (data: Data) => Readonly<Record<string, unknown>>

/**
 * Parses JSON with placeholders before values are filled in, so that values cannot add fields. Inside quotes a value
 * becomes a string. Outside it keeps its type, and text with JSON is decoded, as in EMQX.
 * @throws {SettingsError} if it is not JSON
 */
export function parseDocumentTemplate(text: string | undefined): RenderDocument {
  const render = parseJsonTemplate(text, 'payload_template')
  return (data) => documentOf(render(data))
}

/**
 * The same without conversion of dates and binaries. Without a template, the value is the complete data.
 * @param isMissingNull whether a string that is only a placeholder becomes null if its value is missing
 */
export function parseJsonTemplate(
  text: string | undefined,
  field: string,
  isMissingNull = false,
): (data: Data) => unknown {
  if (text === undefined || text.trim() === '') return (data) => data
  const { parts } = parseTemplate(text)
  const tree = readTree(parts, field)
  return (data) => renderTree(tree, data, { parts, isMissingNull })
}

interface TreeOptions {
  readonly parts: readonly TemplatePart[]
  readonly isMissingNull: boolean
}

/** Private-use characters around the number of a placeholder, inside and outside of quotes. */
const marks = { inside: ['\ue000', '\ue001'], alone: ['\ue002', '\ue003'] } as const
const insideMark = /\ue000(\d+)\ue001/
const wholeMark = /^\ue000(\d+)\ue001$/
const aloneMark = /^\ue002(\d+)\ue003$/

function readTree(parts: readonly TemplatePart[], field: string): unknown {
  let isInside = false
  let json = ''
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'string') {
      if (/[\ue000-\ue003]/.test(part)) return refuse(field)
      json += part
      isInside = endsInside(part, isInside)
    } else if (isInside) json += `${marks.inside[0]}${index}${marks.inside[1]}`
    else json += `"${marks.alone[0]}${index}${marks.alone[1]}"`
  }
  const tree = fromJson(json)
  return tree === undefined ? refuse(field) : tree
}

function refuse(field: string): never {
  throw new SettingsError(field, 'must be JSON with placeholders only for values or parts of strings')
}

/** True if the end of the text is inside of quotes. */
function endsInside(text: string, wasInside: boolean): boolean {
  const quotes = text.replaceAll(/\\./gs, '').split('"').length - 1
  return quotes % 2 === 0 ? wasInside : !wasInside
}

function renderTree(tree: unknown, data: Data, options: TreeOptions): unknown {
  if (typeof tree === 'string') return renderText(tree, data, options)
  if (Array.isArray(tree)) return tree.map((one) => renderTree(one, data, options))
  if (typeof tree !== 'object' || tree === null) return tree
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      fill(templateOf(key, options.parts), data),
      renderTree(value, data, options),
    ]),
  )
}

function renderText(text: string, data: Data, { parts, isMissingNull }: TreeOptions): unknown {
  const whole = isMissingNull ? parts[Number(wholeMark.exec(text)?.[1])] : undefined
  if (whole !== undefined && typeof whole !== 'string' && dataLookup(data)(whole.path, whole.name) === undefined)
    return null
  const alone = aloneMark.exec(text)
  const part = alone ? parts[Number(alone[1])] : undefined
  if (part === undefined || typeof part === 'string') return fill(templateOf(text, parts), data)
  return readValue(dataLookup(data)(part.path, part.name))
}

/** Missing values become null, text with JSON is decoded. */
function readValue(value: unknown): unknown {
  if (value === undefined) return null
  if (typeof value !== 'string' && !(value instanceof Uint8Array)) return value
  const read = fromJson(value)
  return read === undefined ? ruleText(value) : read
}

/** Converts the marked text back to a template. */
function templateOf(text: string, parts: readonly TemplatePart[]): Template {
  const pieces = text.split(insideMark)
  return {
    // Every second piece is a number.
    parts: pieces.map((piece, index) => (index % 2 === 1 ? (parts[Number(piece)] ?? '') : piece)),
    names: [],
  }
}

function documentOf(value: unknown): Readonly<Record<string, unknown>> {
  const document = withDates(value)
  if (isRecord(document) && !(document instanceof Date)) return document as Readonly<Record<string, unknown>>
  throw new Error('the document is not a JSON object')
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Converts `{"$date": ...}` of `mongo_date()` to dates, and UTF-8 binaries to strings. */
function withDates(value: unknown): unknown {
  if (value instanceof Uint8Array) return textOf(value)
  if (Array.isArray(value)) return value.map(withDates)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const entries = Object.entries(value)
  const [first] = entries
  if (first && entries.length === 1 && first[0] === '$date') return dateOf(first[1])
  return Object.fromEntries(entries.map(([key, one]) => [key, withDates(one)]))
}

/** Milliseconds since the epoch, or ISO 8601. */
function dateOf(value: unknown): Date {
  const isNumber = typeof value === 'bigint' || typeof value === 'number'
  const isDigits = typeof value === 'string' && /^-?\d+$/.test(value)
  const date = new Date(isNumber || isDigits ? Number(value) : String(value))
  if (Number.isNaN(date.getTime())) throw new Error('the value of $date is not a date')
  return date
}

function textOf(bytes: Uint8Array): string | Uint8Array {
  try {
    return utf8.decode(bytes)
  } catch {
    return bytes
  }
}
