import { type Columns, type FieldTexts, type SchemaTexts, type Text, textsOf } from './texts.ts'
import { fits, toUnion, type UnionNode } from './unions.ts'
import { componentOf, findSchema, resolve, type SchemaDocument, type WireSchema, type WireSymbol } from './wire.ts'

export interface Base {
  /** The field's name; for elements and map values the name of their container. */
  readonly key: string
  readonly label: Text
  readonly help: Text | undefined
  readonly required: boolean
  readonly readOnly: boolean
  readonly advanced: boolean
  /** Undefined without a default. */
  readonly default: unknown
  readonly example: unknown
  /** See `FieldTexts` for these. */
  readonly optIn?: boolean
  readonly filled?: boolean
  readonly span?: number
  readonly symbolTexts?: Readonly<Record<string, Text>>
  readonly off?: string
  readonly check?: ((value: unknown) => Text | undefined) | undefined
}

interface TextNode extends Base {
  readonly kind: 'text' | 'multiline' | 'template' | 'expression' | 'sql' | 'acl' | 'secret' | 'url' | 'commaList'
  readonly maxLength: number | undefined
}
export interface CodeNode extends Base {
  readonly kind: 'code'
  readonly language: 'json' | 'text'
}
/** A certificate or key: PEM, or the path of a file on the broker. */
export interface PemNode extends Base {
  readonly kind: 'pem'
  readonly holds: 'certificate' | 'key' | 'parameters'
}
export interface NumberNode extends Base {
  readonly kind: 'number'
  readonly isInteger: boolean
  readonly minimum: number | undefined
  readonly maximum: number | undefined
}
/** Strings of a number and a unit. Bounds are in the same notation: `1s`. */
export interface AmountNode extends Base {
  readonly kind: 'duration' | 'byteSize' | 'percent' | 'rate'
  readonly minimum: string | undefined
  readonly maximum: string | undefined
}
interface PlainNode extends Base {
  readonly kind: 'switch' | 'hostPort' | 'accessRule' | 'json' | 'scalar'
}
export interface EnumNode extends Base {
  readonly kind: 'enum'
  readonly symbols: readonly WireSymbol[]
}
/** A field with a single possible value. Not shown. */
interface ConstantNode extends Base {
  readonly kind: 'constant'
  readonly symbol: WireSymbol
}
/** A list of values; objects of a table are its rows. */
export interface ListNode extends Base {
  readonly kind: 'list' | 'table'
  readonly item: FormNode
}
/** Values under names that the user chooses. */
export interface MapNode extends Base {
  readonly kind: 'map'
  readonly value: FormNode
  readonly columns: Columns | undefined
}
export interface ObjectNode extends Base {
  readonly kind: 'object'
  readonly component: string | undefined
  readonly fields: readonly FormNode[]
  /** Deprecated fields: kept unchanged, not shown. */
  readonly hidden: readonly string[]
  /** Whether it has certificate and key. */
  readonly isTls: boolean
}

export type FormNode =
  | TextNode
  | CodeNode
  | PemNode
  | NumberNode
  | AmountNode
  | PlainNode
  | EnumNode
  | ConstantNode
  | ListNode
  | MapNode
  | ObjectNode
  | UnionNode

/** Context of a field while the model is built. */
interface BuildContext {
  readonly document: SchemaDocument
  readonly texts: SchemaTexts
  /** Names of the fields from the root to this one. */
  readonly path: readonly string[]
  /** The component of this field. */
  readonly component: string | undefined
  /** The enclosing components, to detect recursion. */
  readonly within: readonly string[]
  readonly required: boolean
}

/**
 * Builds the form of a component (`emqx.mqtt`), of a path (`/configs/global_zone`: the response of GET) or of a schema.
 * Undefined if the document lacks it.
 */
export function buildModel(
  document: SchemaDocument,
  target: string | WireSchema,
  texts: SchemaTexts = {},
): FormNode | undefined {
  const schema = typeof target === 'string' ? findSchema(document, target) : target
  if (!schema) return undefined
  return toNode(schema, { document, texts, path: [], component: undefined, within: [], required: true })
}

function toNode(wire: WireSchema, place: BuildContext): FormNode {
  const about = textsOf(place, place.texts, wire.description)
  const schema = refine(wire, about.refine)
  const base = toBase(schema, place, about)
  const name = componentOf(schema)
  if (schema.$ref === undefined) return withUsableDefault(toPlainNode(schema, base, place))
  const target = resolve(place.document, schema)
  // Missing or recursive references are edited as JSON.
  if (!target || name === undefined || place.within.includes(name)) return { ...base, kind: 'json' }
  // Properties next to the reference (`default`) belong to the field.
  const { $ref: _, ...own } = schema
  return toPlainNode({ ...target, ...own }, base, { ...place, component: name, within: [...place.within, name] }, name)
}

/**
 * The broker rejects its own default if it does not match the field (`"auth_basic"` for an object): another value is
 * required.
 */
function withUsableDefault(node: FormNode): FormNode {
  if (node.default === undefined || node.kind === 'constant' || fits(node, node.default)) return node
  return { ...node, default: undefined, required: true }
}

function toBase(
  wire: WireSchema,
  place: BuildContext,
  { label, help, advanced = false, required = false, optIn, filled, span, symbols, off, check }: FieldTexts,
): Base {
  return {
    key: place.path.at(-1) ?? '',
    label,
    help,
    required: place.required || required,
    readOnly: wire.readOnly ?? false,
    advanced,
    default: wire.default,
    example: wire.example,
    ...(optIn && { optIn }),
    ...(filled && { filled }),
    ...(span !== undefined && { span }),
    ...(symbols && { symbolTexts: symbols }),
    ...(off !== undefined && { off }),
    ...(check && { check }),
  }
}

function toPlainNode(wire: WireSchema, base: Base, place: BuildContext, component?: string): FormNode {
  if (wire.oneOf)
    return toUnion(wire.oneOf, base, (alternative) =>
      toNode(wire.is_template ? { is_template: true, ...alternative } : alternative, place),
    )
  switch (wire.type) {
    case 'string':
      return wire.format === 'access_rule' ? { ...base, kind: 'accessRule' } : toText(wire, base)
    case 'integer':
    case 'number':
      return {
        ...base,
        kind: 'number',
        isInteger: wire.type === 'integer',
        minimum: numeric(wire.minimum),
        maximum: numeric(wire.maximum),
      }
    case 'boolean':
      return { ...base, kind: 'switch' }
    case 'enum':
      return toEnum(wire.symbols ?? [], base)
    case 'duration':
    case 'byteSize':
    case 'wordSize':
    case 'percent':
    case 'rate':
      return {
        ...base,
        kind: wire.type === 'wordSize' ? 'byteSize' : wire.type,
        minimum: textual(wire.minimum),
        maximum: textual(wire.maximum),
      }
    case 'ip_port':
      return { ...base, kind: 'hostPort' }
    case 'url':
      return { ...base, kind: 'url', maxLength: wire.maxLength }
    case 'comma_separated_string':
      return { ...base, kind: 'commaList', maxLength: wire.maxLength }
    case 'array':
      return toList(wire, base, place)
    case 'object':
      return toObject(wire, base, place, component)
    default:
      return { ...base, kind: 'json' }
  }
}

function toText(wire: WireSchema, base: Base): TextNode | CodeNode {
  const { format, maxLength } = wire
  if (format === 'code') return { ...base, kind: 'code', language: wire.language ?? 'text' }
  if (format === 'multiline') return { ...base, kind: 'multiline', maxLength }
  if (format === 'password') return { ...base, kind: 'secret', maxLength }
  if (format === 'sql') return { ...base, kind: 'sql', maxLength }
  if (format === 'acl') return { ...base, kind: 'acl', maxLength }
  if (format === 'variform') return { ...base, kind: 'expression', maxLength }
  return { ...base, kind: wire.is_template ? 'template' : 'text', maxLength }
}

function toEnum(symbols: readonly WireSymbol[], base: Base): FormNode {
  const [only] = symbols
  if (only === undefined) return { ...base, kind: 'json' }
  return symbols.length === 1 ? { ...base, kind: 'constant', symbol: only } : { ...base, kind: 'enum', symbols }
}

function toList(wire: WireSchema, base: Base, place: BuildContext): FormNode {
  if (!wire.items) return { ...base, kind: 'json' }
  const item = withoutChecks(toNode(wire.items, { ...place, required: true }))
  if (item.kind === 'object') return { ...base, kind: 'table', item }
  return { ...base, kind: 'list', item }
}

function toObject(wire: WireSchema, base: Base, place: BuildContext, component: string | undefined): FormNode {
  const properties = Object.entries(wire.properties ?? {})
  const [first] = properties
  const { columns } = textsOf(place, place.texts)
  if (!first) return { ...base, kind: 'map', value: mapValue(wire, base), columns }
  const [name, inner] = first
  if (properties.length === 1 && name.startsWith('$'))
    return { ...base, kind: 'map', value: withoutChecks(toNode(inner, { ...place, required: true })), columns }
  const isTls = ['certfile', 'keyfile'].every((key) => wire.properties?.[key]?.type === 'string')
  const shown = properties.filter(([, { deprecated }]) => deprecated !== true)
  return {
    ...base,
    kind: 'object',
    component,
    fields: shown.map(([key, schema]) => {
      const required = wire.required?.includes(key) ?? false
      const field = toNode(schema, { ...place, component, path: [...place.path, key], required })
      return isTls ? toPem(field) : field
    }),
    hidden: properties.filter(([, { deprecated }]) => deprecated === true).map(([key]) => key),
    isTls,
  }
}

/** Elements have the texts of their container, whose checks are not theirs. */
const withoutChecks = (node: FormNode): FormNode => ({ ...node, filled: false, check: undefined })

/** Values of a free map are of unknown type, except that templates are strings. */
function mapValue(wire: WireSchema, base: Base): FormNode {
  const value = { ...base, help: undefined, required: true, default: undefined, example: undefined }
  if (wire.items) return toPlainNode(wire.items, value, emptyContext)
  return wire.is_template ? { ...value, kind: 'template', maxLength: undefined } : { ...value, kind: 'scalar' }
}

const emptyContext: BuildContext = {
  document: { components: { schemas: {} } },
  texts: {},
  path: [],
  component: undefined,
  within: [],
  required: true,
}

const pemFields: Readonly<Record<string, PemNode['holds']>> = {
  cacertfile: 'certificate',
  certfile: 'certificate',
  keyfile: 'key',
  dhfile: 'parameters',
}

function toPem(field: FormNode): FormNode {
  const holds = Object.hasOwn(pemFields, field.key) ? pemFields[field.key] : undefined
  return field.kind === 'text' && holds ? { ...field, kind: 'pem', holds } : field
}

/** A declaration only refines types that EMQX leaves open: a plain string, or a map of anything. */
function refine(wire: WireSchema, refined: WireSchema | undefined): WireSchema {
  if (!refined) return wire
  const isPlainText = wire.type === 'string' && !wire.format && !wire.is_template
  if (isPlainText && refined.type !== 'object') return { ...wire, ...refined }
  const isFreeMap = wire.type === 'object' && !wire.properties
  if (isFreeMap && refined.type === 'object') return { ...wire, ...refined }
  return wire.oneOf ? { ...wire, oneOf: wire.oneOf.map((alternative) => refine(alternative, refined)) } : wire
}

const numeric = (bound: unknown) => (typeof bound === 'number' ? bound : undefined)
const textual = (bound: unknown) => (typeof bound === 'string' || typeof bound === 'number' ? String(bound) : undefined)
