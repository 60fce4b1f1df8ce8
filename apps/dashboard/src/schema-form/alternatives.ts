import { isRecord, type Path } from '../lib/json-path.ts'
import { parseDuration } from './amounts.ts'
import type { FormNode } from './model.ts'
import { type Alternative, constantsOf, type UnionNode } from './model-union.ts'

/** The alternative that matches a value; undefined if none does, or without a value. */
export function chooseAlternative({ alternatives }: UnionNode, value: unknown): Alternative | undefined {
  let best: { readonly alternative: Alternative; readonly score: number } | undefined
  for (const alternative of alternatives) {
    const score = scoreOf(alternative, value)
    // Of equally good alternatives the first one is used.
    if (score !== undefined && (!best || score > best.score)) best = { alternative, score }
  }
  return best?.alternative
}

/** Whether the control of `node` can show `value`; otherwise it is shown as JSON. A missing value always can. */
export function fits(node: FormNode, value: unknown): boolean {
  return value === undefined || value === null || matchScore(node, value) !== undefined
}

/** The node of a field below `node`; for a union, below the alternative that matches `value`. */
export function childNode(node: FormNode, step: string | number, value: unknown): FormNode | undefined {
  switch (node.kind) {
    case 'object':
      return node.fields.find(({ key }) => key === step)
    case 'list':
    case 'table':
      return node.item
    case 'map':
      return node.value
    case 'union': {
      const alternative = chooseAlternative(node, value)?.node
      return alternative && childNode(alternative, step, value)
    }
    default:
      return undefined
  }
}

/** The node at a path; undefined if the path leads through a field that is not shown. */
export function nodeAt(root: FormNode, path: Path, value: unknown): FormNode | undefined {
  let node: FormNode | undefined = root
  let inner = value
  for (const step of path) {
    node = node && childNode(node, step, inner)
    inner = Array.isArray(inner) ? inner[Number(step)] : isRecord(inner) ? inner[step] : undefined
  }
  return node
}

const exact = 1000

function scoreOf({ symbol, node }: Alternative, value: unknown): number | undefined {
  if (node) return matchScore(node, value)
  if (symbol === value) return exact
  return isScalar(value) && String(symbol) === String(value) ? exact - 1 : undefined
}

/** Larger is better; undefined if it does not match. */
function matchScore(node: FormNode, value: unknown): number | undefined {
  switch (node.kind) {
    case 'object':
      return objectScore(node.fields, constantsOf(node), value)
    case 'map':
      if (!isRecord(value)) return undefined
      return Object.values(value).every((one) => fits(node.value, one)) ? 5 : undefined
    case 'list':
    case 'table':
      return Array.isArray(value) && value.every((one) => fits(node.item, one)) ? 10 : undefined
    case 'union':
      return chooseAlternative(node, value) ? 10 : undefined
    case 'constant':
      return value === node.symbol ? exact : undefined
    case 'switch':
      return typeof value === 'boolean' ? 20 : value === 'true' || value === 'false' ? 8 : undefined
    case 'number':
      return typeof value === 'number' ? 20 : typeof value === 'string' ? numberScore(value) : undefined
    case 'enum':
      return isScalar(value) ? 8 : undefined
    case 'json':
      return 1
    case 'scalar':
      return isScalar(value) ? 5 : undefined
    case 'duration':
      return parseDuration(value) === undefined ? (isText(value) ? 2 : undefined) : 15
    case 'byteSize':
    case 'percent':
    case 'rate':
    case 'hostPort':
      return isText(value) || typeof value === 'number' ? 5 : undefined
    case 'commaList':
      return isText(value) || (Array.isArray(value) && value.every(isText)) ? 5 : undefined
    default:
      return isText(value) ? 5 : undefined
  }
}

/** Input of a number field is a string until it is a number. */
const numberScore = (text: string) => (/^[-+]?\d+(\.\d+)?$/.test(text) ? 8 : 1)

function objectScore(
  fields: readonly FormNode[],
  constants: ReturnType<typeof constantsOf>,
  value: unknown,
): number | undefined {
  if (!isRecord(value)) return undefined
  const given = constants.filter(({ key }) => value[key] !== undefined)
  if (given.some(({ key, symbol }) => value[key] !== symbol)) return undefined
  const known = fields.filter(({ key }) => value[key] !== undefined)
  // The type is unknown: it may be an object, but a map is preferred.
  if (known.length === 0 && Object.keys(value).length > 0) return 1
  const wrong = known.filter((field) => !fits(field, value[field.key])).length
  const missing = fields.filter((field) => field.required && value[field.key] === undefined).length
  const unknown = Object.keys(value).length - known.length
  return 100 + 100 * given.length + 2 * known.length - 20 * wrong - missing - 10 * unknown
}

const isText = (value: unknown) => typeof value === 'string'
const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)
