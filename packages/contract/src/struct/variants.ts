import * as z from 'zod'
import { lazily } from '../to-open-api.ts'
import { isRecord } from '../unknown-values.ts'
import { openApiOf } from './containers.ts'
import type { Kind, WireSchema } from './kind.ts'
import { type AnyStruct, type Plain, type Struct, structKind, type Wire } from './struct.ts'

type WireOf<S> = S extends Struct<infer F> ? Wire<F> : never
type PlainOf<S> = S extends Struct<infer F> ? Plain<F> : never

/** A struct with any fields, for lists of plug-ins. */
export interface SomeStruct extends AnyStruct {
  readonly schema: z.ZodType
}

/**
 * One of several structs, selected by their fields with a single possible value (`mechanism`, `backend`, `redis_type`).
 * Errors refer to the selected struct.
 */
export function variants<const S extends readonly SomeStruct[]>(
  structs: S,
): Kind<WireOf<S[number]>, PlainOf<S[number]>> {
  const kinds = structs.map((one) => ({
    kind: structKind(one as unknown as Struct) as Kind, // the types of its fields are not needed
    tags: tagsOf(one),
    fields: one.fields,
  }))
  const select = (value: unknown) => (isRecord(value) ? choose(kinds, value) : undefined)
  const schema = z.unknown().transform((value, context) => {
    const chosen = select(value)
    if (!isRecord(value) || chosen === undefined || 'field' in chosen) {
      context.issues.push(unknownVariant(value, chosen && 'field' in chosen ? chosen.field : undefined))
      return z.NEVER
    }
    const read = chosen.kind.schema.safeParse(value, { reportInput: true })
    if (read.success) return read.data
    for (const issue of read.error.issues) context.issues.push({ ...issue, input: issue.input } as z.core.$ZodRawIssue)
    return z.NEVER
  })
  const kindOf = (value: unknown): Kind | undefined => {
    const chosen = select(value)
    return chosen && 'kind' in chosen ? chosen.kind : undefined
  }
  return {
    wire: { oneOf: kinds.map(({ kind }) => kind.wire) },
    schema: schema.meta(lazily('oneOf', () => kinds.map(({ kind }) => openApiOf(kind)))) as unknown as z.ZodType<
      WireOf<S[number]>
    >, // validated by one of them
    structs,
    toPlain: (value) => kindOf(value)?.toPlain(value) as PlainOf<S[number]>, // ditto
    inside: (value) => kindOf(value)?.inside?.(value) ?? [],
  }
}

type Tags = ReadonlyMap<string, { readonly value: unknown; readonly isDefault: boolean }>

/** Fields with a single possible value. */
function tagsOf({ fields }: SomeStruct): Tags {
  const entries = Object.entries<{ readonly kind: Kind; readonly default?: unknown }>(fields).flatMap(
    ([name, { kind, default: fallback }]) => {
      const [only, ...others] = symbolsOf(kind.wire)
      if (only === undefined || others.length > 0) return []
      return [[name, { value: only, isDefault: fallback === only }] as const]
    },
  )
  return new Map(entries)
}

const symbolsOf = (wire: WireSchema): readonly unknown[] => (Array.isArray(wire.symbols) ? wire.symbols : [])

interface Variant {
  readonly kind: Kind
  readonly tags: Tags
  readonly fields: SomeStruct['fields']
}

/** The variant that matches the value, or the field whose value no variant has. */
function choose(
  all: readonly Variant[],
  value: Readonly<Record<string, unknown>>,
): Variant | { readonly field: string } | undefined {
  let left = all
  for (const name of new Set(all.flatMap(({ tags }) => [...tags.keys()]))) {
    if (value[name] === undefined) continue
    const fitting = left.filter(({ tags }) => {
      const tag = tags.get(name)
      return tag === undefined || String(tag.value) === String(value[name])
    })
    if (fitting.length === 0) return { field: name }
    left = fitting
  }
  // Missing fields match variants that have their value as default.
  const isComplete = ({ tags }: Variant) =>
    [...tags].every(([name, { isDefault }]) => value[name] !== undefined || isDefault)
  const complete = left.filter(isComplete)
  return withMostGivenFields(complete.length > 0 ? complete : left, value)
}

/** Some variants only differ in their other fields: the first of those that have the most of the given fields. */
function withMostGivenFields(all: readonly Variant[], value: Readonly<Record<string, unknown>>): Variant | undefined {
  const given = Object.keys(value)
  const known = ({ fields }: Variant) => given.filter((name) => Object.hasOwn(fields, name)).length
  const most = Math.max(...all.map(known))
  return all.find((one) => known(one) === most)
}

function unknownVariant(value: unknown, field: string | undefined): z.core.$ZodRawIssue {
  if (!isRecord(value) || field === undefined) return { code: 'invalid_type', expected: 'object', input: value }
  // EMQX's format: the value is under the name of its field, next to the path of the whole.
  return {
    code: 'custom',
    input: value[field],
    path: [field],
    params: { refusal: { reason: `unsupported_${field}` }, value: value[field], as: field },
  }
}
