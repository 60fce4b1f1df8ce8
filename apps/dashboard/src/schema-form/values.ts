import { mask } from '@mqdeck/contract'
import { isRecord, type Path, sameJson } from '../lib/json/json-path.ts'
import { parseAmountOf } from './amounts.ts'
import { MalformedJson } from './json-text.ts'
import type { FormNode, ObjectNode } from './model.ts'
import { childNode, chooseAlternative, fits } from './unions.ts'

export { mask }

/** Initial value of a field in a new object: its default, or the required parts. Undefined without one. */
export function initialValue(node: FormNode): unknown {
  if (node.kind === 'constant') return node.symbol
  if (node.default !== undefined && fits(node, node.default)) return completed(node, node.default)
  return isNeeded(node) ? emptyValue(node) : undefined
}

/** Value of a newly added field, e.g. of a new row or a selected alternative. */
export function emptyValue(node: FormNode): unknown {
  switch (node.kind) {
    case 'object':
      return withDefaults(node, {})
    case 'map':
      return {}
    case 'list':
    case 'table':
      return []
    case 'union': {
      const [first] = node.alternatives
      return first?.node ? emptyValue(first.node) : first?.symbol
    }
    case 'enum':
      return node.symbols[0]
    case 'text':
    case 'multiline':
    case 'code':
    case 'template':
    case 'expression':
    case 'sql':
    case 'acl':
    case 'secret':
    case 'scalar':
    case 'url':
      return ''
    default:
      return initialValueOfScalar(node)
  }
}

const initialValueOfScalar = (node: FormNode) => (node.kind === 'switch' ? (node.default ?? false) : node.default)

/** A default `{}` or `{enable: false}` implies the defaults of all other fields. */
function completed(node: FormNode, value: unknown): unknown {
  if (node.kind === 'object' && isRecord(value)) return withDefaults(node, value)
  if (node.kind !== 'union') return value
  const alternative = chooseAlternative(node, value)?.node
  return alternative ? completed(alternative, value) : value
}

function withDefaults({ fields }: ObjectNode, value: Readonly<Record<string, unknown>>): unknown {
  const entries = fields.map((field) => {
    const own = Object.hasOwn(value, field.key) ? value[field.key] : undefined
    return [field.key, own === undefined ? initialValue(field) : completed(field, own)] as const
  })
  return { ...value, ...Object.fromEntries(entries.filter(([, inner]) => inner !== undefined)) }
}

/** Objects exist initially unless they are optional and require input, or enable something. */
function isNeeded(node: FormNode): boolean {
  if (node.optIn) return false
  if (node.kind === 'union') return node.required
  return node.kind === 'object' && (node.required || node.fields.every(isComplete))
}

function isComplete(node: FormNode): boolean {
  if (!node.required || node.default !== undefined || node.kind === 'constant') return true
  return node.kind === 'object' && node.fields.every(isComplete)
}

/** Whether two values mean the same: `60s` and `1m`. */
export function sameValue(node: FormNode, a: unknown, b: unknown): boolean {
  if (sameJson(a, b)) return true
  if (a === undefined || b === undefined) return false
  switch (node.kind) {
    case 'duration':
    case 'byteSize':
    case 'percent':
    case 'rate': {
      const amount = parseAmountOf(node.kind, a)
      return amount !== undefined && amount === parseAmountOf(node.kind, b)
    }
    case 'number':
    case 'switch':
    case 'enum':
    case 'hostPort':
      return String(a) === String(b)
    case 'object':
      if (!isRecord(a) || !isRecord(b)) return false
      return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => {
        const field = node.fields.find((one) => one.key === key)
        return field ? sameValue(field, a[key], b[key]) : sameJson(a[key], b[key])
      })
    case 'union': {
      const alternative = chooseAlternative(node, a)
      return (
        alternative?.node !== undefined &&
        alternative === chooseAlternative(node, b) &&
        sameValue(alternative.node, a, b)
      )
    }
    default:
      return false
  }
}

/** Whether the value differs from the declared default; never without a default. */
export function differsFromDefault(node: FormNode, value: unknown): boolean {
  if (value === undefined || node.default === undefined) return false
  return !sameValue(node, completed(node, value), initialValue(node))
}

/**
 * The value to send. Only changes of the user are converted: digits become numbers, and spaces around addresses and
 * quantities are removed. Secrets, templates and unknown values stay unchanged.
 * @param before the same value as received; equal parts are returned untouched
 */
export function toWireValue(node: FormNode, value: unknown, before: unknown): unknown {
  if (value === before || sameJson(value, before)) return before ?? value
  if (value instanceof MalformedJson) return value
  switch (node.kind) {
    case 'number':
      if (typeof value !== 'string') return value
      return isNumeric(value) ? Number(value) : value.trim() || undefined
    case 'switch':
      return value === 'true' ? true : value === 'false' ? false : value
    case 'text':
    case 'url':
    case 'hostPort':
    case 'duration':
    case 'byteSize':
    case 'percent':
    case 'rate':
      return typeof value === 'string' ? trimmed(node, value) : value
    default:
      return inside(value, (inner, step) => {
        const child = childNode(node, step, value)
        return child ? toWireValue(child, inner, at(before, step)) : inner
      })
  }
}

export interface Copied {
  readonly value: unknown
  /** Masked secrets that must be entered again. */
  readonly emptied: readonly Path[]
}

/** The value of a copy: secrets shown as `******` cannot be copied. */
export function withoutSecrets(node: FormNode, value: unknown, path: Path = []): Copied {
  // Also undeclared secrets: request headers are masked by name, and parts of URLs.
  if (typeof value === 'string' && value.includes(mask)) return { value: value.replaceAll(mask, ''), emptied: [path] }
  const emptied: Path[] = []
  const copy = inside(value, (inner, step) => {
    const child = childNode(node, step, value)
    if (!child) return inner
    const one = withoutSecrets(child, inner, [...path, step])
    emptied.push(...one.emptied)
    return one.value
  })
  return { value: copy, emptied }
}

/** Strings may be empty; a cleared quantity is omitted. */
function trimmed({ kind }: FormNode, text: string): string | undefined {
  const short = text.trim()
  return short === '' && kind !== 'text' && kind !== 'url' ? undefined : short
}

/** The same container with other values; scalars are unchanged, and undefined values are removed. */
function inside(value: unknown, change: (inner: unknown, step: string | number) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change)
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, change(inner, key)] as const)
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined))
}

const at = (value: unknown, step: string | number): unknown =>
  Array.isArray(value) ? value[Number(step)] : isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined

const isNumeric = (text: string) => /^\s*[-+]?\d+(\.\d+)?\s*$/.test(text)

/** The value for display: entered secrets become dots, distinct from the mask of unchanged secrets. */
export function hideSecrets(node: FormNode, value: unknown): unknown {
  if (isSecret(node, value)) return '••••••••'
  if (Array.isArray(value)) return value.map((inner, index) => hideInside(node, index, value, inner))
  if (!isRecord(value) || value instanceof MalformedJson) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hideInside(node, key, value, inner)]))
}

function hideInside(node: FormNode, step: string | number, value: unknown, inner: unknown): unknown {
  const child = childNode(node, step, value)
  return child ? hideSecrets(child, inner) : inner
}

/** Whether it is an entered secret. The mask and paths of key files are not. */
function isSecret(node: FormNode, value: unknown): boolean {
  if (typeof value !== 'string' || value === '' || value === mask) return false
  return node.kind === 'secret' || (node.kind === 'pem' && value.includes('PRIVATE KEY'))
}

/** Number of fields at and below `node` that differ from their default. */
export function countChanged(node: FormNode, value: unknown): number {
  if (value === undefined) return 0
  if (node.kind === 'object') {
    if (!isRecord(value)) return 1
    return node.fields.reduce((sum, field) => sum + countChanged(field, value[field.key]), 0)
  }
  if (node.kind === 'union') {
    const alternative = chooseAlternative(node, value)?.node
    if (alternative?.kind === 'object') return countChanged(alternative, value)
  }
  return differsFromDefault(node, value) ? 1 : 0
}
