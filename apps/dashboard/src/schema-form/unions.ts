import { isRecord, type Path } from '../lib/json/json-path.ts'
import { parseDuration } from './amounts.ts'
import type { Base, FormNode, ObjectNode } from './model.ts'
import { isKnownSymbol, symbolText } from './symbol-texts.ts'
import type { Text } from './texts.ts'
import { componentOf, type WireSchema, type WireSymbol } from './wire.ts'

/** An alternative of a union: exactly the value `symbol`, or a value of `node`. */
export type Alternative =
  | { readonly id: string; readonly label: Text; readonly symbol: WireSymbol; readonly node?: undefined }
  | { readonly id: string; readonly label: Text; readonly symbol?: undefined; readonly node: FormNode }

/** A value of one of several types, in declared order: the first is the usual one. */
export interface UnionNode extends Base {
  readonly kind: 'union'
  readonly alternatives: readonly Alternative[]
}

/**
 * EMQX prints the members of a union in reverse order. Every symbol of an enum becomes an alternative, also true and
 * false. A union of only symbols is an enum; one of a single member is that member.
 */
export function toUnion(members: readonly WireSchema[], base: Base, toNode: (wire: WireSchema) => FormNode): FormNode {
  const found = dropIntegers(members)
    .toReversed()
    .flatMap((member, index) => toAlternatives(member, `${index}`, base, toNode))
  const alternatives = found.some(({ node }) => node?.kind === 'duration') ? found.map(labelAsNever) : found
  const [first] = alternatives
  if (!first) return { ...base, kind: 'json' }
  if (alternatives.every(({ node }) => node === undefined)) {
    const symbols = alternatives.flatMap(({ symbol }) => (symbol === undefined ? [] : [symbol]))
    const [only, ...others] = symbols
    return only !== undefined && others.length === 0
      ? { ...base, kind: 'constant', symbol: only }
      : { ...base, kind: 'enum', symbols }
  }
  const required = base.required || (base.default === undefined && alternatives.every(needsInput))
  if (alternatives.length === 1 && first.node) return { ...first.node, ...base, required }
  const ordered = [...namedAsOneOrSeveral(alternatives)].sort((a, b) => rank(a) - rank(b))
  return {
    ...base,
    label: discriminatorLabel(alternatives) ?? base.label,
    required,
    kind: 'union',
    alternatives: ordered,
  }
}

/** EMQX validates a missing object as an empty one, so a union of objects that all have required fields cannot be missing. */
const needsInput = ({ node }: Alternative): boolean =>
  node?.kind === 'object' && node.fields.some((field) => field.required && field.default === undefined)

/** An infinite duration is labelled "never", not "no limit". */
const labelAsNever = (alternative: Alternative): Alternative =>
  alternative.symbol === 'infinity' ? { ...alternative, label: { en: 'Never', zh: '从不' } } : alternative

/** An object, or a map of such objects: the file handlers of the log. */
function namedAsOneOrSeveral(alternatives: readonly Alternative[]): readonly Alternative[] {
  const isMapOfObjects = ({ node }: Alternative) => node?.kind === 'map' && node.value.kind === 'object'
  if (!alternatives.some(isMapOfObjects)) return alternatives
  return alternatives.map((alternative) =>
    alternative.node?.kind === 'object' ? { ...alternative, label: { en: 'One', zh: '单个' } } : alternative,
  )
}

/**
 * Values first (with a checkbox for `infinity` next to the field); before other objects the one without a required
 * discriminator. Deletion is never the first choice.
 */
function rank({ node }: Alternative): 0 | 1 | 2 | 3 {
  if (!node) return 3
  const constants = node.kind === 'object' ? constantsOf(node) : []
  if (constants.some(({ symbol }) => /^(delete|remove|drop|truncate)/.test(String(symbol)))) return 2
  return constants.some(({ required }) => required) ? 1 : 0
}

/** Objects that differ in one field are labelled by it: "Deployment", not "Parameters". The name `type` is not used, because it is too general. */
function discriminatorLabel(alternatives: readonly Alternative[]): Text | undefined {
  const keys = alternatives.map(({ node }) => (node?.kind === 'object' ? constantsOf(node)[0] : undefined))
  const [first] = keys
  return first && first.key !== 'type' && keys.every((one) => one?.key === first.key) ? first.label : undefined
}

/** Integers are covered by number. */
function dropIntegers(members: readonly WireSchema[]): readonly WireSchema[] {
  const hasNumber = members.some(({ type }) => type === 'number')
  return hasNumber ? members.filter(({ type }) => type !== 'integer') : members
}

function toAlternatives(
  member: WireSchema,
  id: string,
  base: Base,
  toNode: (wire: WireSchema) => FormNode,
): readonly Alternative[] {
  const symbols =
    member.type === 'enum' ? (member.symbols ?? []) : member.type === 'boolean' ? [true, false] : undefined
  if (symbols) return symbols.map((symbol) => ({ id: `=${String(symbol)}`, label: symbolText(symbol, base), symbol }))
  const node = toNode(member)
  const example = isSymbolOf(base.example) ? undefined : base.example
  return [{ id, label: alternativeLabel(node, member), node: { ...node, ...base, example } }]
}

/** The example `disable` of a name is not a real name. */
const isSymbolOf = (example: unknown) => typeof example === 'string' && isKnownSymbol(example)

/** An object is labelled by its distinguishing field, or by its component. */
function alternativeLabel(node: FormNode, member: WireSchema): Text {
  if (node.kind === 'object') {
    const [constant] = constantsOf(node)
    const name = componentOf(member)
      ?.split('.')
      .at(-1)
      ?.replace(/^auth_/, '')
    return symbolText(constant ? constant.symbol : (name ?? 'object'), constant, true)
  }
  return kindTexts[node.kind] ?? kindTexts.text
}

/** Fields with a single possible value, which distinguish the objects of a union. */
export function constantsOf({ fields }: ObjectNode) {
  return fields.filter((field) => field.kind === 'constant')
}

const kindTexts = {
  text: { en: 'Text', zh: '文本' },
  template: { en: 'Template', zh: '模板' },
  number: { en: 'Number', zh: '数字' },
  duration: { en: 'Duration', zh: '时长' },
  byteSize: { en: 'Size', zh: '大小' },
  percent: { en: 'Percentage', zh: '百分比' },
  rate: { en: 'Rate', zh: '速率' },
  list: { en: 'List', zh: '列表' },
  table: { en: 'Table', zh: '表格' },
  map: { en: 'Named entries', zh: '命名条目' },
  json: { en: 'JSON', zh: 'JSON' },
} satisfies Partial<Record<FormNode['kind'], Text>> as Partial<Record<FormNode['kind'], Text>> & { readonly text: Text }

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
