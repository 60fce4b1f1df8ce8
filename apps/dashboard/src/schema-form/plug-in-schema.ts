import { type AnyStruct, toComponents } from '@mqdeck/contract'
import { isRecord } from '../lib/json/json-path.ts'
import { symbolText } from './symbol-texts.ts'
import { type SchemaTexts, structTexts, type Text } from './texts.ts'
import type { SchemaDocument, WireSchema, WireSymbol } from './wire.ts'

/** A variant of a plug-in's settings: a single Redis, Sentinel, or a cluster. */
export interface Variant {
  /** Name of its component in the document. */
  readonly name: string
  readonly label: Text
  /** Its constant fields, which distinguish it from the other variants. */
  readonly tags: ReadonlyMap<string, WireSymbol>
  readonly fields: readonly string[]
}

export interface PlugInSchema {
  /** The components without the constant fields, which belong to the choice above the form. */
  readonly document: SchemaDocument
  readonly texts: SchemaTexts
  readonly variants: readonly Variant[]
  /** Label of the choice between variants. */
  readonly choice: Text
}

/** The form schema of a plug-in, from its declarations; without declarations it is unknown. */
export function plugInSchema(structs: readonly AnyStruct[]): PlugInSchema {
  const printed = toComponents(structs) as Schemas // our own printer writes the dialect that the form reads
  const components = { ...printed, ...Object.fromEntries(structs.map((one) => [one.name, withHidden(one, printed)])) }
  const [first] = structs
  return schemaOfComponents(
    { components: { schemas: components } },
    structs.map(({ name }) => name),
    structTexts(structs),
    (field) => first?.fields[field]?.label,
  )
}

/** With constants that no schema prints: JWT's `use_jwks`, which EMQX requires. */
function withHidden({ name, fields }: AnyStruct, printed: Schemas): WireSchema {
  const hidden = Object.entries(fields).flatMap(([key, { hidden: isHidden, kind }]) => {
    const wire = kind.wire as WireSchema // of our own dialect
    return isHidden === true && wire.symbols?.length === 1 ? [[key, wire] as const] : []
  })
  return { ...printed[name], properties: { ...printed[name]?.properties, ...Object.fromEntries(hidden) } }
}

/**
 * The same from a schema document of the broker: several components are variants of one plug-in, such as IoTDB's two
 * drivers.
 * @param choiceOf label of the choice, by the distinguishing field
 */
export function schemaOfComponents(
  document: SchemaDocument,
  names: readonly string[],
  texts: SchemaTexts,
  choiceOf: (field: string) => Text | undefined = () => undefined,
): PlugInSchema {
  const components = document.components.schemas
  const tags = new Map(names.map((name) => [name, constantsOf(components[name])]))
  const fields = [...new Set(names.flatMap((name) => [...(tags.get(name)?.keys() ?? [])]))]
  const distinguishing = fields.filter((field) => new Set(names.map((name) => tags.get(name)?.get(field))).size > 1)
  const variants = names.map((name): Variant => {
    const own = new Map([...(tags.get(name) ?? [])].filter(([field]) => distinguishing.includes(field)))
    return {
      name,
      label: labelOf(name, own, texts[name]),
      tags: own,
      fields: Object.keys(components[name]?.properties ?? {}),
    }
  })
  // A field may be constant in one struct and an ordinary setting in another.
  const own = variants.map(
    ({ name, tags: constants }) => [name, without(components[name] ?? {}, [...constants.keys()])] as const,
  )
  const [only, ...others] = distinguishing
  const declared = only === undefined || others.length > 0 ? undefined : choiceOf(only)
  return {
    document: { components: { schemas: { ...components, ...Object.fromEntries(own) } } },
    texts,
    // Variants without distinguishing fields cannot be selected.
    variants: distinguishing.length === 0 ? variants.slice(0, 1) : variants,
    choice: declared ?? { en: 'Kind', zh: '类型' },
  }
}

/** The variant of a value; undefined if it is not declared. Values that are not objects have the first one. */
export function variantOf({ variants }: PlugInSchema, value: unknown): Variant | undefined {
  if (!isRecord(value)) return variants[0]
  let left = variants
  for (const field of new Set(variants.flatMap(({ tags }) => [...tags.keys()]))) {
    const given = value[field]
    if (given === undefined) continue
    left = left.filter(({ tags }) => !tags.has(field) || String(tags.get(field)) === String(given))
  }
  const isComplete = ({ tags }: Variant) => [...tags.keys()].every((field) => value[field] !== undefined)
  return left.find(isComplete) ?? left[0]
}

/** Converts a value to another variant: with its constants, and without fields that only the old one has. */
export function toVariant(value: unknown, from: Variant | undefined, to: Variant): unknown {
  const before = isRecord(value) ? value : {}
  const dropped = new Set(
    [...(from?.fields ?? []), ...(from?.tags.keys() ?? [])].filter((one) => !to.fields.includes(one)),
  )
  const kept = Object.entries(before).filter(([key]) => !dropped.has(key))
  return { ...Object.fromEntries(kept), ...Object.fromEntries(to.tags) }
}

type Schemas = Readonly<Record<string, WireSchema>>

/** Fields with a single possible value. */
function constantsOf(schema: WireSchema | undefined): ReadonlyMap<string, WireSymbol> {
  const entries = Object.entries(schema?.properties ?? {}).flatMap(([key, { type, symbols = [] }]) => {
    const [only, ...others] = symbols
    return type === 'enum' && only !== undefined && others.length === 0 ? [[key, only] as const] : []
  })
  return new Map(entries)
}

function without({ properties = {}, required = [], ...schema }: WireSchema, fields: readonly string[]): WireSchema {
  return {
    ...schema,
    required: required.filter((name) => !fields.includes(name)),
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !fields.includes(name))),
  }
}

/** Labelled by the distinguishing value; by the component if that is true or false. */
function labelOf(name: string, tags: ReadonlyMap<string, WireSymbol>, texts: SchemaTexts[string] = {}): Text {
  const [field, word] = [...tags].find(([, tag]) => typeof tag === 'string') ?? []
  const declared = field === undefined ? undefined : texts[field]?.symbols
  return symbolText(word ?? name.split('.').at(-1) ?? name, declared && { key: '', symbolTexts: declared }, true)
}
