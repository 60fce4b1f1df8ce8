import type { Text } from '@mqdeck/contract'
import { JsonError } from '@mqdeck/kit/json'
import { TextFailure } from '@mqdeck/kit/text'
import { SqlError, type Value } from '../value.ts'
import { ArgumentError, kindOf } from './arguments.ts'
import type { FunctionEnvironment, Parameter, SqlFunction } from './function.ts'

/** A function as its family writes it down. */
interface Description {
  readonly name: string
  /** The parameters by name, with `?` after optional ones and `...` after the one that repeats: `text, start, length?`. */
  readonly takes: string
  readonly help: Text
  /** An expression and what it is. */
  readonly examples: readonly (readonly [expression: string, is: Value])[]
  /** It may answer a promise. */
  readonly isAsync?: true
  readonly run: (args: readonly Value[], environment: FunctionEnvironment) => Value | Promise<Value>
}

/** Everything that goes wrong inside becomes a `SqlError` that names the function and, where it is one of them, the argument. */
export function sqlFunction({ name, takes, help, examples, isAsync, run }: Description): SqlFunction {
  const parameters = takes === '' ? [] : takes.split(', ').map(parameter)
  const explain = (error: unknown) => explained(name, parameters, error)
  return {
    name,
    parameters,
    help,
    ...(isAsync && { isAsync }),
    examples: examples.map(([expression, is]) => ({ expression, is })),
    call: (args, environment) => {
      try {
        const result = run(args, environment)
        return result instanceof Promise ? result.catch((error: unknown) => Promise.reject(explain(error))) : result
      } catch (error) {
        throw explain(error)
      }
    },
  }
}

function parameter(written: string): Parameter {
  if (written.endsWith('...')) return { name: written.slice(0, -3), isOptional: true, isRepeated: true }
  return written.endsWith('?') ? { name: written.slice(0, -1), isOptional: true } : { name: written }
}

function explained(name: string, parameters: readonly Parameter[], error: unknown): unknown {
  if (error instanceof ArgumentError) {
    const which = parameters[Math.min(error.position, parameters.length - 1)]?.name ?? `argument ${error.position + 1}`
    return new SqlError(`${name}: ${which} must be ${error.wanted}, not ${kindOf(error.value)}`)
  }
  if (error instanceof SqlError || error instanceof TextFailure || error instanceof JsonError)
    return new SqlError(`${name}: ${error.message}`)
  // The engine's own word for what is too large or too deep for it.
  if (error instanceof RangeError) return new SqlError(`${name}: the values are too large`)
  return error
}
