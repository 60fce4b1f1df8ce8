import { parseAccessRule, parseHostPort } from '@mqdeck/contract'
import { isRecord, type Path, sameJson } from '../lib/json/json-path.ts'
import { parseAmountOf } from './amounts.ts'
import { faults } from './fault-texts.ts'
import { MalformedJson } from './json-text.ts'
import type { AmountNode, FormNode, ListNode, NumberNode } from './model.ts'
import type { Text } from './texts.ts'
import { chooseAlternative, fits } from './unions.ts'

export interface Fault {
  /** Path of the field; empty for the whole form. */
  readonly path: Path
  readonly text: Text
}

interface Known {
  /** The server's value, which is not validated again; undefined for a new object. */
  readonly before?: unknown
  /** Path of `value` in the whole. */
  readonly path?: Path
}

/** Validates a value, field by field. Without errors it can be sent. */
export function validate(node: FormNode, value: unknown, { before, path = [] }: Known = {}): readonly Fault[] {
  if (before !== undefined && sameJson(value, before)) return []
  const own = isEmpty(node, value) ? faultOfNothing(node, value) : (faultOf(node, value) ?? node.check?.(value))
  const inside = value === undefined || value === null ? [] : faultsInside(node, value, before, path)
  return own ? [{ path, text: own }, ...inside] : inside
}

const textKinds = new Set<FormNode['kind']>([
  'text',
  'multiline',
  'code',
  'template',
  'expression',
  'sql',
  'acl',
  'secret',
  'url',
  'commaList',
  'pem',
  'scalar',
])

function isEmpty(node: FormNode, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  const isContainer = node.kind === 'list' || node.kind === 'table' || node.kind === 'map'
  if (node.filled && isContainer && typeof value === 'object' && isEmptyObject(value)) return true
  return node.required && isContainer && node.default === undefined && typeof value === 'object' && isEmptyObject(value)
}

const isEmptyObject = (value: object) => Object.keys(value).length === 0

/** Strings may be empty, and optional values missing. */
function faultOfNothing(node: FormNode, value: unknown): Text | undefined {
  if (node.readOnly || node.kind === 'constant') return undefined
  // A cleared field with a default would return to it.
  const isCleared = value === '' && !textKinds.has(node.kind) && node.default !== undefined
  const isMissing = node.filled || (node.required && node.default === undefined)
  if (!isCleared && !isMissing) return undefined
  return faults.required(node.label)
}

function faultOf(node: FormNode, value: unknown): Text | undefined {
  // Some defaults are below their own minimum: they disable something.
  if (node.default !== undefined && sameJson(value, node.default)) return undefined
  if (value instanceof MalformedJson) return faults.json
  switch (node.kind) {
    case 'number':
      return faultOfNumber(node, value)
    case 'duration':
    case 'byteSize':
    case 'percent':
    case 'rate':
      return faultOfAmount(node, value)
    case 'hostPort':
      return isHostPort(value) ? undefined : faults.hostPort
    case 'accessRule':
      return typeof value === 'string' && parseAccessRule(value) ? undefined : faults.accessRule
    case 'url':
      return isUrl(value) ? undefined : faults.url
    case 'text':
    case 'multiline':
    case 'template':
    case 'expression':
    case 'secret':
    case 'sql':
    case 'acl':
    case 'commaList':
      return faultOfText(node.maxLength, value)
    default:
      return fits(node, value) ? undefined : faults.kind
  }
}

function faultOfText(maxLength: number | undefined, value: unknown): Text | undefined {
  if (typeof value !== 'string' && !Array.isArray(value)) return faults.kind
  return maxLength !== undefined && value.length > maxLength ? faults.maxLength(maxLength) : undefined
}

function faultOfNumber({ isInteger, minimum, maximum }: NumberNode, value: unknown): Text | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return faults.number
  if (isInteger && !Number.isSafeInteger(number)) return faults.integer
  return isWithin(number, minimum, maximum) ? undefined : faults.range(minimum, maximum)
}

function faultOfAmount({ kind, minimum, maximum }: AmountNode, value: unknown): Text | undefined {
  const amount = parseAmountOf(kind, value)
  if (amount === undefined) return faults[kind]
  if (kind === 'percent' && amount > 100) return faults.percent
  const bound = (text: string | undefined) => (text === undefined ? undefined : parseAmountOf(kind, text))
  return isWithin(amount, bound(minimum), bound(maximum)) ? undefined : faults.range(minimum, maximum)
}

const isWithin = (value: number, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY) =>
  value >= minimum && value <= maximum

/** A port alone listens on every address; 0 disables a listener of the dashboard. */
const isHostPort = (value: unknown) =>
  (typeof value === 'string' || typeof value === 'number') && parseHostPort(value) !== undefined

/** With a placeholder it is complete only at run time. */
const isUrl = (value: unknown) => typeof value === 'string' && (value.includes('${') || URL.canParse(value.trim()))

function faultsInside(node: FormNode, value: unknown, before: unknown, path: Path): readonly Fault[] {
  switch (node.kind) {
    case 'object':
      // Disabled objects may be incomplete. The top-level object is always validated, because it will be enabled.
      if (path.length > 0 && at(value, 'enable') === false) return []
      return node.fields.flatMap((field) => {
        const [inner, old] = [at(value, field.key), at(before, field.key)]
        // Fields that were missing on the server may stay missing.
        if (inner === undefined && before !== undefined && isRecord(before) && old === undefined) return []
        return validate(field, inner, { before: old, path: [...path, field.key] })
      })
    case 'list':
    case 'table':
      return Array.isArray(value) ? faultsOfRows(node, value, before, path) : []
    case 'map':
      return isRecord(value) ? faultsOfEntries(node.value, value, before, path) : []
    case 'union': {
      const alternative = chooseAlternative(node, value)?.node
      return alternative ? validate({ ...alternative, required: true }, value, { before, path }) : []
    }
    default:
      return []
  }
}

function faultsOfRows({ item }: ListNode, rows: readonly unknown[], before: unknown, path: Path): readonly Fault[] {
  const isKnown = (row: unknown) => Array.isArray(before) && before.some((old) => sameJson(old, row))
  const inside = rows.flatMap((row, index) =>
    isKnown(row) ? [] : validate({ ...item, required: true }, row, { path: [...path, index] }),
  )
  return [...inside, ...duplicates(item, rows, path)]
}

/** Lists with a unique field: names of client attributes, topics of rows. */
const uniqueFields: Readonly<Record<string, Text>> = {
  set_as_attr: faults.duplicateAttribute,
  topic: faults.duplicateTopic,
}

function duplicates(item: FormNode, rows: readonly unknown[], path: Path): readonly Fault[] {
  if (item.kind !== 'object') return []
  const key = item.fields.map((field) => field.key).find((name) => Object.hasOwn(uniqueFields, name))
  const text = key === undefined ? undefined : uniqueFields[key]
  if (key === undefined || !text) return []
  const names = rows.map((row) => at(row, key))
  return names.flatMap((name, index) =>
    name !== undefined && name !== '' && names.indexOf(name) < index ? [{ path: [...path, index, key], text }] : [],
  )
}

function faultsOfEntries(
  node: FormNode,
  entries: Readonly<Record<string, unknown>>,
  before: unknown,
  path: Path,
): readonly Fault[] {
  return Object.entries(entries).flatMap(([key, inner]) => {
    if (key.trim() === '') return [{ path: [...path, key], text: faults.key }]
    return validate({ ...node, required: true }, inner, { before: at(before, key), path: [...path, key] })
  })
}

const at = (value: unknown, key: string): unknown =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
