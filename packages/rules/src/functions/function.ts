import type { Text } from '@mqdeck/contract'
import type { Value } from '@mqdeck/kit/json'

/** Environment of functions, which are isomorphic. */
export interface FunctionEnvironment {
  readonly now: () => number
  /** Environment variables with the prefix `EMQXVAR_`. `name` is without the prefix. */
  readonly variable: (name: string) => string | undefined
  /** Data of `kv_store_*` functions, for the whole node until the process stops. */
  readonly store: Map<string, Value>
  /** Data of `proc_dict_*` functions, for one run of a rule. */
  readonly scratch: Map<string, Value>
  /**
   * Runs a jq program on JSON text outside of the main thread and returns its outputs. Rejects after the timeout
   * (milliseconds), which defaults to the configured one.
   */
  readonly jq?: (program: string, json: string, timeout: number | undefined) => Promise<readonly string[]>
  /** A column of the message or event. Undefined if it does not exist. */
  readonly column: (name: string) => Value
  /** Undefined if there is no schema registry. */
  readonly schemas?: SchemaPort
}

export interface SchemaPort {
  readonly encode: (schema: string, value: Value, ...more: readonly Value[]) => Uint8Array
  readonly decode: (schema: string, bytes: Uint8Array, ...more: readonly Value[]) => Value
  readonly check: (schema: string, value: Value, ...more: readonly Value[]) => boolean
  readonly sparkplugEncode: (value: Value, type?: string) => Uint8Array
  readonly sparkplugDecode: (bytes: Uint8Array, type?: string) => Value
  /** Encodes with an external registry, where the schema is the one of an ID or of a tag in the data. */
  readonly externalEncode: (registry: string, value: Value, id: number) => Promise<Uint8Array>
  readonly externalDecode: (registry: string, data: Uint8Array, id?: number) => Promise<Value>
  /** Encodes with an own schema, and tags the data with its ID in an external registry. */
  readonly encodeAndTag: (
    schema: string,
    registry: string,
    value: Value,
    subject: string,
    ...more: readonly Value[]
  ) => Promise<Uint8Array>
}

export interface Parameter {
  readonly name: string
  readonly isOptional?: boolean
  /** The last parameter can occur any number of times. */
  readonly isRepeated?: boolean
}

/** A function of rule SQL, used by the engine, completion, help and tests. */
export interface SqlFunction {
  readonly name: string
  readonly parameters: readonly Parameter[]
  /** One or two sentences. */
  readonly help: Text
  /** Expressions and their results. Tests evaluate them. */
  readonly examples: readonly { readonly expression: string; readonly is: Value }[]
  /**
   * Set if `call` can return a promise. Rules without such functions run synchronously, and for them a promise is an
   * error.
   */
  readonly isAsync?: true
  /** The number of arguments is already checked. Throws `SqlError` for invalid arguments. */
  readonly call: (args: readonly Value[], environment: FunctionEnvironment) => Value | Promise<Value>
}

export interface FunctionFamily {
  readonly id: string
  readonly title: Text
  readonly functions: readonly SqlFunction[]
}

export const defineFamily = (family: FunctionFamily): FunctionFamily => family
