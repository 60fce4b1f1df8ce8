/** A type as `GET /schemas/*` prints it: EMQX's own dialect of JSON Schema. Read with care, a newer cluster may print more. */
export interface WireSchema {
  readonly type?: string
  readonly $ref?: string
  readonly oneOf?: readonly WireSchema[]
  /** Of an object; one alone that begins with `$` stands for names that the user chooses. */
  readonly properties?: Readonly<Record<string, WireSchema>>
  readonly required?: readonly string[]
  readonly items?: WireSchema
  /** Of an enum; one alone is a constant, or stands for a special case in a union. */
  readonly symbols?: readonly WireSymbol[]
  readonly default?: unknown
  readonly example?: unknown
  readonly description?: string
  readonly format?: string
  /** A number, and for durations a text such as `1s`. */
  readonly minimum?: number | string
  readonly maximum?: number | string
  readonly maxLength?: number
  readonly is_template?: boolean
  readonly readOnly?: boolean
  readonly deprecated?: boolean
}

export type WireSymbol = string | number | boolean

/** The answer of `GET /schemas/{hotconf|connectors|actions|bridges}`. Without `paths`, only components can be named. */
export interface SchemaDocument {
  /** By path below `/api/v5` and method: what the operation answers. */
  readonly paths?: Readonly<Record<string, Readonly<Record<string, WireSchema>>>>
  readonly components: { readonly schemas: Readonly<Record<string, WireSchema>> }
}

const prefix = '#/components/schemas/'

/** `emqx.mqtt` of `#/components/schemas/emqx.mqtt`. */
export function componentOf({ $ref }: WireSchema): string | undefined {
  return $ref?.startsWith(prefix) ? $ref.slice(prefix.length) : undefined
}
