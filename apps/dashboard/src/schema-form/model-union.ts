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
    return { ...base, kind: 'enum', symbols }
  }
  if (alternatives.length === 1 && first.node) return { ...first.node, ...base }
  const ordered = [...namedAsOneOrSeveral(alternatives)].sort((a, b) => rank(a) - rank(b))
  return { ...base, label: discriminatorLabel(alternatives) ?? base.label, kind: 'union', alternatives: ordered }
}

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

/** Objects that differ in one field are labelled by it: "Deployment", not "Parameters". */
function discriminatorLabel(alternatives: readonly Alternative[]): Text | undefined {
  const keys = alternatives.map(({ node }) => (node?.kind === 'object' ? constantsOf(node)[0] : undefined))
  const [first] = keys
  return first && keys.every((one) => one?.key === first.key) ? first.label : undefined
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
  if (symbols)
    return symbols.map((symbol) => ({ id: `=${String(symbol)}`, label: symbolText(symbol, base.key), symbol }))
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
    return symbolText(constant ? constant.symbol : (name ?? 'object'), constant?.key, true)
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
