import type * as z from 'zod'
import { field, type OpenApiSchema } from '../fields/field.ts'
import type { AnyStruct } from './struct.ts'

/** A value as `GET /schemas/*` prints its type: EMQX's dialect of JSON Schema. */
export type WireSchema = Readonly<Record<string, unknown>>

/**
 * What may stand in one place of the configuration. `Wire` is how the API and the configuration file write it (`"15s"`),
 * `Plain` how the running code wants it (milliseconds, bytes, Infinity).
 */
export interface Kind<Wire = unknown, Plain = Wire> {
  readonly wire: WireSchema
  /** Reads what arrives; keeps the notation of the sender. Describes itself in the OpenAPI document. */
  readonly schema: z.ZodType<Wire>
  /** The structs it refers to, for a document that lists them. */
  readonly structs: readonly AnyStruct[]
  /** The struct that the value is, when it is one. */
  readonly of?: AnyStruct
  /** Shown as `******` though the wire schema does not say so. */
  readonly secret?: true
  toPlain(value: Wire): Plain
  /** What makes an element of a list the same one after the list was changed; without it, its place does. */
  identify?(value: unknown): string
  /** The kind of every value inside a container, by key; missing for values without an inside. */
  inside?(value: unknown): readonly (readonly [key: string | number, kind: Kind])[]
}

/** Says in one sentence why a value cannot stand here. */
type Refuse = (reason: string) => never

interface Scalar<Wire, Plain> {
  readonly wire: WireSchema
  readonly openApi: OpenApiSchema
  /** What is refused of a secret is not said back. */
  readonly secret?: boolean
  read(value: NonNullable<unknown>, refuse: Refuse): Wire
  toPlain(value: Wire): Plain
}

/** A kind without an inside. */
export function scalar<Wire, Plain>({ wire, openApi, secret, read, toPlain }: Scalar<Wire, Plain>): Kind<Wire, Plain> {
  const said = secret ? ['******'] : []
  return {
    wire,
    schema: field<Wire>(openApi, (value, refuse) => read(value, (reason) => refuse({ reason }, ...said))),
    structs: [],
    toPlain,
  }
}

export const same = <T>(value: T): T => value
