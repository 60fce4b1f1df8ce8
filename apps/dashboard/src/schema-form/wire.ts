/**
 * A type in `GET /schemas/*`: EMQX's dialect of JSON Schema. Validated on use, because newer clusters may print more.
 */
export interface WireSchema {
  readonly type?: string
  readonly $ref?: string
  readonly oneOf?: readonly WireSchema[]
  /** Fields of an object. A single one that starts with `$` means names that the user chooses. */
  readonly properties?: Readonly<Record<string, WireSchema>>
  readonly required?: readonly string[]
  readonly items?: WireSchema
  /** Values of an enum. A single one is a constant, or a special case in a union. */
  readonly symbols?: readonly WireSymbol[]
  readonly default?: unknown
  readonly example?: unknown
  readonly description?: string
  readonly format?: string
  /** A number, or for durations a string such as `1s`. */
  readonly minimum?: number | string
  readonly maximum?: number | string
  readonly maxLength?: number
  readonly is_template?: boolean
  readonly readOnly?: boolean
  readonly deprecated?: boolean
}

export type WireSymbol = string | number | boolean

/**
 * The response of `GET /schemas/{hotconf|connectors|actions|bridges}`. Without `paths`, only components can be
 * selected.
 */
export interface SchemaDocument {
  /** Response schemas by path below `/api/v5` and method. */
  readonly paths?: Readonly<Record<string, Readonly<Record<string, WireSchema>>>>
  readonly components: { readonly schemas: Readonly<Record<string, WireSchema>> }
}

const prefix = '#/components/schemas/'

/** `emqx.mqtt` of `#/components/schemas/emqx.mqtt`. */
export function componentOf({ $ref }: WireSchema): string | undefined {
  return $ref?.startsWith(prefix) ? $ref.slice(prefix.length) : undefined
}
