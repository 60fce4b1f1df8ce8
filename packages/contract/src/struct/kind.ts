import type * as z from 'zod'
import { field, type OpenApiSchema } from '../fields/field.ts'
import type { Text } from '../text.ts'
import type { AnyStruct } from './struct.ts'

/** A type in `GET /schemas/*`: EMQX's dialect of JSON Schema. */
export type WireSchema = Readonly<Record<string, unknown>>

/**
 * The type of a configuration value. `Wire` is its form in the API and the configuration file (`"15s"`), `Plain` its
 * form in code (milliseconds, bytes, Infinity).
 */
export interface Kind<Wire = unknown, Plain = Wire> {
  readonly wire: WireSchema
  /** Validates input and keeps the notation of the sender. Describes itself in the OpenAPI document. */
  readonly schema: z.ZodType<Wire>
  /** Referenced structs, for documents that list them. */
  readonly structs: readonly AnyStruct[]
  /** The struct of the value, if it is one. */
  readonly of?: AnyStruct
  /** Labels of its symbols in forms. */
  readonly symbols?: Readonly<Record<string, Text>>
  /** The symbol that turns the setting off. */
  readonly off?: string
  /** Shown as `******` although the wire schema does not declare it. `unless_placeholder`: except `${password}`. */
  readonly secret?: true | 'unless_placeholder'
  toPlain(value: Wire): Plain
  /** The kind of the elements of a list. */
  readonly elements?: Kind
  /** Identity of a list element across changes of the list; by default its index. */
  identify?(value: unknown): string
  /** The kinds of the values in a container, by key; missing for scalars. */
  inside?(value: unknown): readonly (readonly [key: string | number, kind: Kind])[]
}

/** Rejects a value with a reason. */
type Refuse = (reason: string) => never

interface Scalar<Wire, Plain> {
  readonly wire: WireSchema
  readonly openApi: OpenApiSchema
  /** Errors do not echo the value of a secret. */
  readonly secret?: boolean
  read(value: NonNullable<unknown>, refuse: Refuse): Wire
  toPlain(value: Wire): Plain
}

/** A kind without nested values. */
export function scalar<Wire, Plain>({ wire, openApi, secret, read, toPlain }: Scalar<Wire, Plain>): Kind<Wire, Plain> {
  const echoed = secret ? ['******'] : []
  return {
    wire,
    schema: field<Wire>(openApi, (value, refuse) => read(value, (reason) => refuse({ reason }, ...echoed))),
    structs: [],
    toPlain,
  }
}

export const same = <T>(value: T): T => value
