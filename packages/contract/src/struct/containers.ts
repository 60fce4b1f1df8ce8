import * as z from 'zod'
import { field } from '../fields/field.ts'
import { lazily, toOpenApi } from '../to-open-api.ts'
import { isRecord } from '../unknown-values.ts'
import { type Kind, same, scalar } from './kind.ts'
import { isSecretName } from './secret-texts.ts'

/** A list of values of one kind. */
export const list = <Wire, Plain>(of: Kind<Wire, Plain>): Kind<readonly Wire[], readonly Plain[]> => ({
  wire: { type: 'array', items: of.wire },
  schema: z.array(of.schema),
  structs: of.structs,
  ...labelsOf([of]),
  elements: of as Kind, // its values are validated by `schema`
  toPlain: (value) => value.map((item) => of.toPlain(item)),
  inside: (value) => (Array.isArray(value) ? value.map((_, index) => [index, of] as const) : []),
})

/** Labels of the symbols of all these kinds. */
function labelsOf(kinds: readonly Pick<Kind, 'symbols' | 'off'>[]): Pick<Kind, 'symbols' | 'off'> {
  const symbols = Object.assign({}, ...kinds.map((kind) => kind.symbols))
  const off = kinds.find((kind) => kind.off !== undefined)?.off
  return { ...(Object.keys(symbols).length > 0 && { symbols }), ...(off !== undefined && { off }) }
}

/** Identity of a list element: these fields. */
export const identityOf =
  (...fields: readonly string[]) =>
  (value: unknown): string =>
    fields.map((field) => (isRecord(value) ? String(value[field]) : '')).join(' ')

/** A map with names that the user chooses. `name` is EMQX's name of the key: `$handler_name`. */
export const mapOf = <Wire, Plain>(
  name: `$${string}`,
  of: Kind<Wire, Plain>,
): Kind<Readonly<Record<string, Wire>>, Readonly<Record<string, Plain>>> => ({
  ...anyMap(of),
  wire: { type: 'object', properties: { [name]: of.wire } },
  schema: mapSchema(of).meta(lazily('properties', () => ({ [name]: openApiOf(of) }))),
})

const mapSchema = <Wire>(of: Kind<Wire, unknown>): z.ZodType<Readonly<Record<string, Wire>>> =>
  z.record(z.string(), of.schema).meta({ type: 'object', additionalProperties: undefined, propertyNames: undefined })

/** The same if EMQX prints nothing about the values. */
export const anyMap = <Wire, Plain>(
  of: Kind<Wire, Plain>,
): Kind<Readonly<Record<string, Wire>>, Readonly<Record<string, Plain>>> => ({
  wire: { type: 'object' },
  schema: mapSchema(of),
  structs: of.structs,
  ...labelsOf([of]),
  toPlain: (value) => Object.fromEntries(Object.entries(value).map(([key, item]) => [key, of.toPlain(item)])),
  inside: (value) => (isRecord(value) ? Object.keys(value).map((key) => [key, named(key, of)] as const) : []),
})

/** The name of a text, such as a field of a request body, can reveal that it is a secret. */
const named = (key: string, of: Kind): Kind =>
  of.wire.type === 'string' && isSecretName(key) ? { secret: 'unless_placeholder', ...of } : of

/** A JSON object that is one value as a whole. */
export const jsonObject = (): Kind<Readonly<Record<string, unknown>>> =>
  scalar({
    wire: { type: 'json' },
    openApi: { type: 'object' },
    read: (value, refuse) => (isRecord(value) ? value : refuse('must be an object')),
    toPlain: same,
  })

type WireOf<K> = K extends Kind<infer W, infer _> ? W : never
type PlainOf<K> = K extends Kind<infer _, infer P> ? P : never

/** The first of several kinds that accepts the value. `/schemas` prints them in this order. */
export function oneOf<const K extends readonly Kind[]>(...kinds: K): Kind<WireOf<K[number]>, PlainOf<K[number]>> {
  const acceptingKind = (value: unknown) => kinds.find(({ schema }) => schema.safeParse(value).success)
  const schema = field<WireOf<K[number]>>(
    lazily('oneOf', () => kinds.map(openApiOf)),
    (value, refuse) => {
      const results = kinds.map(({ schema }) => schema.safeParse(value))
      const good = results.find(({ success }) => success)
      if (good?.success) return good.data as WireOf<K[number]> // one of the kinds validated it
      return refuse({ reason: joinReasons(results) })
    },
  )
  return {
    wire: { oneOf: kinds.map(({ wire }) => wire) },
    schema,
    structs: kinds.flatMap(({ structs }) => structs),
    ...labelsOf(kinds),
    toPlain: (value) => acceptingKind(value)?.toPlain(value) as PlainOf<K[number]>, // ditto
    inside: (value) => acceptingKind(value)?.inside?.(value) ?? [],
  }
}

/** The kind in the OpenAPI document. */
export const openApiOf = ({ schema, of }: Kind): unknown =>
  of ? toOpenApi(schema, 'input') : (z.globalRegistry.get(schema) ?? { type: 'object' })

/** The reasons of all kinds: "must be a duration such as 15s, or must be infinity". */
function joinReasons(results: readonly z.ZodSafeParseResult<unknown>[]): string {
  const reasons = results.flatMap(({ error }) => error?.issues.slice(0, 1) ?? []).map(reasonOf)
  return [...new Set(reasons)].join(', or ')
}

function reasonOf(issue: z.core.$ZodIssue): string {
  const refusal: unknown = issue.code === 'custom' ? issue.params?.refusal : undefined
  return isRecord(refusal) && typeof refusal.reason === 'string' ? refusal.reason : 'must be an object'
}
