import type * as z from 'zod'
import { bodyRoot, object as strictObject } from '../fields/body.ts'
import type { Text } from '../text.ts'
import { isRecord } from '../unknown-values.ts'
import type { Kind, WireSchema } from './kind.ts'

interface About<Wire> {
  readonly label: Text
  readonly help?: Text
  /** The value if none is configured. */
  readonly default?: Wire
  /** Required. With neither `required` nor `default`, the value may be missing. */
  readonly required?: true
  /** Rarely changed: collapsed in forms. */
  readonly advanced?: true
  readonly readOnly?: true
  readonly deprecated?: true
  /** Accepted and returned, but not in any schema. */
  readonly hidden?: true
  /** Additional fields that EMQX prints: `example`, `description`. */
  readonly wire?: WireSchema
  /** The precise type for forms, where EMQX prints a plain string or a map of anything. */
  readonly form?: WireSchema
  /** Required in forms: EMQX rejects a body without it, although its schema calls it optional. */
  readonly requiredInForms?: true
  /** Of a struct that enables something by being present: forms add it only if the user switches it on. */
  readonly optIn?: true
  /** Column titles of a map in forms: its names and its values. */
  readonly columns?: readonly [names: Text, values: Text]
}

/** A field of a struct. `Present`: the value always exists after validation. */
export interface Setting<Wire = unknown, Plain = unknown, Present extends boolean = boolean> extends About<Wire> {
  readonly kind: Kind<Wire, Plain>
  readonly present: Present
  /** The value if missing, before nested defaults are filled in. */
  readonly filled?: object
}

type IsPresent<A> = A extends { readonly default: unknown } | { readonly required: true } ? true : false

/** Declares a field: its kind, texts and options. */
export function setting<Wire, Plain, const A extends About<NoInfer<Wire>>>(
  kind: Kind<Wire, Plain>,
  about: A,
): Setting<Wire, Plain, IsPresent<A>> {
  // The condition of IsPresent at run time.
  const present = ('default' in about || about.required === true) as IsPresent<A>
  return { ...about, kind, present }
}

/** A nested struct. If missing, it is `from` with defaults for the rest. */
export function nested<F extends Fields>(
  inner: Struct<F>,
  { from, ...about }: Omit<About<Wire<F>>, 'default' | 'required'> & { readonly from?: Partial<Wire<F>> },
): Setting<Wire<F>, Plain<F>, true> {
  const wire = from === undefined ? about.wire : { ...about.wire, default: from }
  return completed(structKind(inner), from ?? {}, { ...about, ...(wire && { wire }) })
}

/** A field that, if missing, is validated from `from`, with defaults for the rest. */
export function completed<W, P>(
  kind: Kind<W, P>,
  from: object,
  about: Omit<About<W>, 'default' | 'required'>,
): Setting<W, P, true> {
  return { ...about, kind, present: true, filled: from }
}

export type Fields = Readonly<Record<string, Setting>>

type Simplify<T> = { [K in keyof T]: T[K] }
type PresentKeys<F extends Fields> = { [K in keyof F]: F[K]['present'] extends true ? K : never }[keyof F]
type WireOf<S> = S extends Setting<infer W, infer _, boolean> ? W : never
type PlainOf<S> = S extends Setting<infer _, infer P, boolean> ? P : never

/** A struct's value in API format, with all defaults filled in. */
export type Wire<F extends Fields> = Simplify<
  { [K in PresentKeys<F>]: WireOf<F[K]> } & { [K in Exclude<keyof F, PresentKeys<F>>]?: WireOf<F[K]> }
>
/** A struct's value in plain units. */
export type Plain<F extends Fields> = Simplify<
  { [K in PresentKeys<F>]: PlainOf<F[K]> } & { [K in Exclude<keyof F, PresentKeys<F>>]?: PlainOf<F[K]> }
>

/** A JSON object with declared fields. `name` is EMQX's name in `/schemas`: `emqx.mqtt`. */
export interface Struct<F extends Fields = Fields> {
  readonly name: string
  readonly fields: F
  /** Rejects unknown fields and fills in defaults. */
  readonly schema: z.ZodType<Wire<F>, Partial<Wire<F>>>
}
/** A struct with any fields. */
export type AnyStruct = Pick<Struct, 'name' | 'fields'>

/** The value of a struct: `WireValue<typeof mqtt>`. */
export type WireValue<S> = S extends Struct<infer F> ? Wire<F> : never
export type PlainValue<S> = S extends Struct<infer F> ? Plain<F> : never

type Check<F extends Fields> = (value: Wire<F>, refuse: (field: string, reason: string) => void) => void

/** Declares a struct. `check` validates across fields. */
export function struct<const F extends Fields>(name: string, fields: F, check?: Check<F>): Struct<F> {
  const shape = shapeOf(fields)
  // The shape is built field by field from `F`; zod cannot follow the mapped type.
  const plain = strictObject(shape) as unknown as z.ZodType<Wire<F>, Partial<Wire<F>>>
  const schema = check === undefined ? plain : plain.superRefine((value, context) => check(value, refuser(context)))
  return { name, fields, schema: schema.register(bodyRoot, { root: 'root' }) }
}

const refuser = (context: z.RefinementCtx) => (name: string, reason: string) => {
  const value = valueAt(context.value, name)
  context.issues.push({
    code: 'custom',
    input: value,
    path: name.split('.'),
    params: { refusal: { reason }, value },
  })
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, key) => (isRecord(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value)
}

/** A schema with defaults for each field, to declare a body with more fields than the struct. */
export const shapeOf = (fields: Fields): Readonly<Record<string, z.ZodType>> =>
  Object.fromEntries(Object.entries(fields).map(([key, one]) => [key, schemaOf(one)]))

/** The same for partial structs: missing fields stay missing, also in nested structs. */
export const partsOf = (fields: Fields): Readonly<Record<string, z.ZodType>> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, { kind, default: fallback, hidden }]) => {
      const one = (kind.of ? strictObject(partsOf(kind.of.fields)) : kind.schema).optional()
      if (hidden === true) return [key, one.meta({ hidden: true })]
      return [key, fallback === undefined ? one : one.meta({ default: fallback })]
    }),
  )

function schemaOf(one: Setting): z.ZodType {
  return one.hidden === true ? readerOf(one).meta({ hidden: true }) : readerOf(one)
}

function readerOf({ kind, filled, ...about }: Setting): z.ZodType {
  // OpenAPI allows no default next to a reference.
  if (filled) return kind.schema.prefault(filled).meta({ default: kind.of ? undefined : about.wire?.default })
  if ('default' in about) return kind.schema.default(about.default as never).meta({ default: about.default }) // of the same kind
  if (about.required === true) return kind.schema
  // Printed as a default although nothing is filled in.
  const printed = about.wire?.default
  return printed === undefined ? kind.schema.optional() : kind.schema.optional().meta({ default: printed })
}

/** The default of every field. */
export function defaultsOf<F extends Fields>(of: Struct<F>): Wire<F> {
  return of.schema.parse({})
}

/** The value in plain units. */
export function toPlain<F extends Fields>(of: Struct<F>, value: Wire<F>): Plain<F> {
  return plainFields(of.fields, value) as Plain<F> // built field by field
}

const plainFields = (fields: Fields, value: object) =>
  Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, fields[key] ? fields[key].kind.toPlain(inner) : inner]),
  )

/** A struct as a kind, e.g. for list elements. */
export function structKind<F extends Fields>(of: Struct<F>): Kind<Wire<F>, Plain<F>> {
  return {
    wire: { $ref: `#/components/schemas/${of.name}` },
    schema: of.schema,
    structs: [of],
    of,
    toPlain: (value) => toPlain(of, value),
    inside: (value) =>
      isRecord(value)
        ? Object.keys(value).flatMap((key) => (of.fields[key] ? [[key, of.fields[key].kind] as const] : []))
        : [],
  }
}
