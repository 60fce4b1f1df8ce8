import type { Text } from '@mqdeck/contract'
import type { Value } from '../value.ts'

/** What functions may ask of the world around the rule; isomorphic functions get everything else from their arguments. */
export interface FunctionEnvironment {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Environment variables that rules may read: those beginning with `EMQXVAR_`, asked for without it. */
  readonly variable: (name: string) => string | undefined
  /** Of the node, for as long as the process runs: `kv_store_*`. */
  readonly store: Map<string, Value>
  /** Of one run of one rule: `proc_dict_*`. */
  readonly scratch: Map<string, Value>
  /**
   * Runs a jq program over a JSON text off the main thread and answers its outputs; rejects when it takes too long. Without a
   * timeout (milliseconds) that of the settings holds.
   */
  readonly jq?: (program: string, json: string, timeout: number | undefined) => Promise<readonly string[]>
  /** Of the message or event that runs the rule; undefined when it has no such column. */
  readonly column: (name: string) => Value
  /** Reads and writes by a named schema; missing where there is no schema registry. */
  readonly schemas?: SchemaPort
}

interface SchemaPort {
  readonly encode: (schema: string, value: Value, ...more: readonly Value[]) => Uint8Array
  readonly decode: (schema: string, bytes: Uint8Array, ...more: readonly Value[]) => Value
  readonly check: (schema: string, value: Value, ...more: readonly Value[]) => boolean
}

export interface Parameter {
  readonly name: string
  readonly isOptional?: boolean
  /** The last one, as often as one likes. */
  readonly isRepeated?: boolean
}

/** One function of rule SQL, once for running it, completing it, explaining it and testing it. */
export interface SqlFunction {
  readonly name: string
  readonly parameters: readonly Parameter[]
  /** One or two sentences. */
  readonly help: Text
  /** Each is evaluated by the tests: an expression and what it is. */
  readonly examples: readonly { readonly expression: string; readonly is: Value }[]
  /** Says that `call` may answer a promise: a rule without such functions runs without waiting. Left out, a promise is an error. */
  readonly isAsync?: true
  /** The number of arguments has been checked. Throws `SqlError` for arguments that it cannot take. */
  readonly call: (args: readonly Value[], environment: FunctionEnvironment) => Value | Promise<Value>
}

export interface FunctionFamily {
  readonly id: string
  readonly title: Text
  readonly functions: readonly SqlFunction[]
}

export const defineFamily = (family: FunctionFamily): FunctionFamily => family
