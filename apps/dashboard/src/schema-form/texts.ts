import type { Locale } from '../i18n/index.ts'
import { readableName } from './readable-name.ts'
import type { WireSchema } from './wire.ts'

/** A text in all languages; selected on rendering, so that the language can change while a form is open. */
export type Text = Readonly<Record<Locale, string>>

/** Label and help of a field, and what EMQX's schema leaves out about it. */
export interface FieldTexts {
  readonly label: Text
  readonly help?: Text
  /** Rarely changed: shown in the collapsed advanced part. */
  readonly advanced?: boolean
  /** EMQX refuses a body without it although its schema calls it optional. */
  readonly required?: boolean
  /** The precise type of a `string`, or of the values of a free map. */
  readonly refine?: WireSchema
  /** Column titles of a map: its names and its values. */
  readonly columns?: Columns
}

export type Columns = readonly [names: Text, values: Text]

/** By component (`emqx.mqtt`) and field. */
export type SchemaTexts = Readonly<Record<string, Readonly<Record<string, FieldTexts>>>>

export interface FieldPlace {
  readonly component: string | undefined
  /** The path of the field, including itself. */
  readonly path: readonly string[]
}

/** The texts of the declaration. Without one, the name made readable and the description of EMQX's schema. */
export function textsOf({ component, path }: FieldPlace, declared: SchemaTexts, description?: string): FieldTexts {
  const name = path.at(-1) ?? ''
  const own = component === undefined ? undefined : declared[component]
  if (own && Object.hasOwn(own, name) && own[name]) return own[name]
  return { label: same(readableName(name)), ...(description !== undefined && { help: same(plainText(description)) }) }
}

export const same = (text: string): Text => ({ en: text, zh: text })

/**
 * Labels for messages about fields that are in no form, by name. Undefined for names without a declaration, and for
 * names with different labels.
 */
export function labelsByName(declared: SchemaTexts): (path: readonly string[], locale: Locale) => string | undefined {
  let labels: ReadonlyMap<string, Text | undefined> | undefined
  return (path, locale) => {
    labels ??= collectLabels(declared)
    return labels.get(path.at(-1) ?? '')?.[locale]
  }
}

function collectLabels(declared: SchemaTexts): ReadonlyMap<string, Text | undefined> {
  const labels = new Map<string, Text | undefined>()
  for (const [name, { label }] of Object.values(declared).flatMap((fields) => Object.entries(fields)))
    labels.set(name, !labels.has(name) || labels.get(name)?.en === label.en ? label : undefined)
  return labels
}

/** EMQX's descriptions are Markdown with HTML line breaks. */
const plainText = (description: string) => description.replaceAll(/<br\s*\/?>/g, '\n').replaceAll('`', '')
