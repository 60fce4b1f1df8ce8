import type { AnyStruct } from '@mqdeck/contract'
import type { Locale } from '../i18n/index.ts'
import type { WireSchema } from './wire.ts'

/** A text in all languages; selected on rendering, so that the language can change while a form is open. */
export type Text = Readonly<Record<Locale, string>>

/** Label and help of a field, and properties that EMQX's schema omits. */
export interface FieldTexts {
  readonly label: Text
  readonly help?: Text
  /** Rarely changed: shown in the collapsed advanced part. */
  readonly advanced?: boolean
  /** EMQX refuses a body without it although its schema calls it optional. */
  readonly required?: boolean
  /** An object that enables something by being present: a new object has it only if the user switches it on. */
  readonly optIn?: boolean
  /** The precise type of a `string`, or of the values of a free map. */
  readonly refine?: WireSchema
  /** Column titles of a map: its names and its values. */
  readonly columns?: Columns
  /** The value must not be empty, even if there is a default. */
  readonly filled?: boolean
  /** Width in a row of 24 columns. Without it the field has a row of its own. */
  readonly span?: number
  /** Labels of symbols. */
  readonly symbols?: Readonly<Record<string, Text>>
  /** The symbol that turns the setting off. */
  readonly off?: string
  /** The error of a value that is not empty and has the right type. */
  readonly check?: (value: unknown) => Text | undefined
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

/** `others` take precedence, field by field. */
export const mergeTexts = (texts: SchemaTexts | undefined, others: SchemaTexts | undefined): SchemaTexts => ({
  ...texts,
  ...Object.fromEntries(Object.entries(others ?? {}).map(([name, fields]) => [name, { ...texts?.[name], ...fields }])),
})

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

const acronyms = new Set(
  (
    'acl api arn aws ca cn cpu crl db dn dns gc gcp http https iam id ip json jwt jwks ldap mqtt ' +
    'oidc ocsp os pem pkce rpc s3 saml sasl sni sp sql ssl sso tcp tls ttl udp uri url utc vm ws wss xml'
  ).split(' '),
)
const spellings: Readonly<Record<string, string>> = {
  ids: 'IDs',
  iotdb: 'IoTDB',
  ipv6: 'IPv6',
  mqtts: 'MQTTS',
  urls: 'URLs',
  qos: 'QoS',
  qos0: 'QoS 0',
  clientid: 'client ID',
  clientids: 'client IDs',
  msgid: 'message ID',
  cacertfile: 'CA certificate',
  certfile: 'certificate',
  keyfile: 'private key',
  opts: 'options',
  params: 'parameters',
  auth: 'authentication',
  mqueue: 'message queue',
}

/** `max_batch_bytes` -> `Max batch bytes`, `idp_metadata_url` -> `Idp metadata URL`: for names without texts. */
export function readableName(name: string): string {
  const words = name
    .replace(/^\$/, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_.-]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
    .map((word) => spellings[word] ?? (acronyms.has(word) ? word.toUpperCase() : word))
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Labels and help of the declared structs and of the structs inside of them, by component and field. */
export function structTexts(structs: readonly AnyStruct[]): SchemaTexts {
  const found = new Map<string, Readonly<Record<string, FieldTexts>>>()
  const add = (one: AnyStruct) => {
    if (found.has(one.name)) return
    const fields = Object.entries(one.fields)
    found.set(one.name, Object.fromEntries(fields.map(([key, field]) => [key, textsOfSetting(field)])))
    for (const [, { kind }] of fields) kind.structs.forEach(add)
  }
  structs.forEach(add)
  return Object.fromEntries(found)
}

const textsOfSetting = ({
  kind: { symbols, off },
  label,
  help,
  advanced,
  requiredInForms: required,
  optIn,
  form: refine,
  columns,
}: AnyStruct['fields'][string]): FieldTexts => ({
  label,
  ...(help && { help }),
  ...(advanced && { advanced }),
  ...(required && { required }),
  ...(optIn && { optIn }),
  ...(refine && { refine: refine as WireSchema }), // of our own dialect
  ...(columns && { columns }),
  ...(symbols && { symbols }),
  ...(off !== undefined && { off }),
})
