import { type AnyStruct, toComponents } from '@mqdeck/contract'
import { isRecord } from '../lib/json-path.ts'
import { structTexts } from './struct-texts.ts'
import { symbolText } from './symbol-texts.ts'
import type { SchemaTexts, Text } from './texts.ts'
import type { SchemaDocument, WireSchema, WireSymbol } from './wire.ts'

/** One of the shapes that the settings of a plug-in can have: Redis alone, with sentinels, as a cluster. */
export interface Variant {
  /** Of its component in the document. */
  readonly name: string
  readonly label: Text
  /** The fields that tell it from the others, with the one value that they have in it. */
  readonly tags: ReadonlyMap<string, WireSymbol>
  readonly fields: readonly string[]
}

export interface PlugInSchema {
  /** The components without the fields that tell variants apart: those belong to the choice above the form. */
  readonly document: SchemaDocument
  readonly texts: SchemaTexts
  readonly variants: readonly Variant[]
  /** What the choice between the variants is called. */
  readonly choice: Text
}

/** What a form needs to know of a plug-in's settings, from its declarations. Without any, nothing is known. */
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

/** With the constants that no schema prints: JWT's `use_jwks`, without which EMQX refuses the settings. */
function withHidden({ name, fields }: AnyStruct, printed: Schemas): WireSchema {
  const hidden = Object.entries(fields).flatMap(([key, { hidden: isHidden, kind }]) => {
    const wire = kind.wire as WireSchema // of our own dialect
    return isHidden === true && wire.symbols?.length === 1 ? [[key, wire] as const] : []
  })
  return { ...printed[name], properties: { ...printed[name]?.properties, ...Object.fromEntries(hidden) } }
}

/**
 * The same from a document of the broker: several of its components are shapes of one plug-in, such as IoTDB's two drivers.
 * @param choiceOf what the choice between them is called, by the field that tells them apart
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
  const telling = fields.filter((field) => new Set(names.map((name) => tags.get(name)?.get(field))).size > 1)
  const variants = names.map((name): Variant => {
    const own = new Map([...(tags.get(name) ?? [])].filter(([field]) => telling.includes(field)))
    return { name, label: labelOf(name, own), tags: own, fields: Object.keys(components[name]?.properties ?? {}) }
  })
  // A field may tell apart in one struct and be a setting like others in the next.
  const own = variants.map(({ name, tags: told }) => [name, without(components[name] ?? {}, [...told.keys()])] as const)
  const [only, ...others] = telling
  const declared = only === undefined || others.length > 0 ? undefined : choiceOf(only)
  return {
    document: { components: { schemas: { ...components, ...Object.fromEntries(own) } } },
    texts,
    // Shapes that nothing tells apart cannot be chosen between.
    variants: telling.length === 0 ? variants.slice(0, 1) : variants,
    choice: declared ?? { en: 'Kind', zh: '类型' },
  }
}

/** The variant that a value means to be; undefined for one that is not declared. What is no object says nothing. */
export function variantOf({ variants }: PlugInSchema, value: unknown): Variant | undefined {
  if (!isRecord(value)) return variants[0]
  let left = variants
  for (const field of new Set(variants.flatMap(({ tags }) => [...tags.keys()]))) {
    const said = value[field]
    if (said === undefined) continue
    left = left.filter(({ tags }) => !tags.has(field) || String(tags.get(field)) === String(said))
  }
  const isComplete = ({ tags }: Variant) => [...tags.keys()].every((field) => value[field] !== undefined)
  return left.find(isComplete) ?? left[0]
}

/** The value as one of another variant: with its tags, and without what only the old one has. */
export function toVariant(value: unknown, from: Variant | undefined, to: Variant): unknown {
  const before = isRecord(value) ? value : {}
  const dropped = new Set(
    [...(from?.fields ?? []), ...(from?.tags.keys() ?? [])].filter((one) => !to.fields.includes(one)),
  )
  const kept = Object.entries(before).filter(([key]) => !dropped.has(key))
  return { ...Object.fromEntries(kept), ...Object.fromEntries(to.tags) }
}

type Schemas = Readonly<Record<string, WireSchema>>

/** The fields with one possible value. */
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

/** By the word that tells it apart; where that is yes or no, by the component. */
function labelOf(name: string, tags: ReadonlyMap<string, WireSymbol>): Text {
  const word = [...tags.values()].find((tag) => typeof tag === 'string')
  return symbolText(word ?? name.split('.').at(-1) ?? name, true)
}
