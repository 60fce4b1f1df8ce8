import type { Locale } from '../i18n/index.ts'
import { commonTexts } from './common-texts.ts'
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

/** The texts of the declaration; without one, those of frequent names; otherwise the name itself, made readable. */
export function textsOf({ component, path }: FieldPlace, declared: SchemaTexts, description?: string): FieldTexts {
  const name = path.at(-1) ?? ''
  const own = component === undefined ? undefined : declared[component]
  const parent = path.at(-2) ?? ''
  const frequent = lookUp(`${parent}.${name}`) ?? lookUp(name)
  const declaration = own && Object.hasOwn(own, name) ? own[name] : undefined
  // A declaration lacks only the precise types that EMQX's schema leaves out.
  if (declaration) {
    const { refine, columns } = frequent ?? {}
    return { ...(refine && { refine }), ...(columns && { columns }), ...declaration }
  }
  if (frequent) return frequent
  const label = readableName(name)
  return { label: same(label), ...(description === undefined ? {} : { help: same(plainText(description)) }) }
}

export const same = (text: string): Text => ({ en: text, zh: text })

/** The label of a frequent field, for messages about it; undefined for other fields. */
export const labelOfField = (path: readonly string[], locale: Locale): string | undefined => {
  const name = path.at(-1) ?? ''
  return (lookUp(`${path.at(-2) ?? ''}.${name}`) ?? lookUp(name))?.label[locale]
}

const lookUp = (key: string): FieldTexts | undefined => (Object.hasOwn(commonTexts, key) ? commonTexts[key] : undefined)

/** EMQX's descriptions are Markdown with HTML line breaks. */
const plainText = (description: string) => description.replaceAll(/<br\s*\/?>/g, '\n').replaceAll('`', '')
