import type { Text } from '@mqdeck/contract'
import { JsonError, type Value } from '@mqdeck/kit/json'
import { TextFailure } from '@mqdeck/kit/text'
import { SqlError } from '../sql-error.ts'
import { ArgumentError, kindOf } from './arguments.ts'
import type { FunctionEnvironment, Parameter, SqlFunction } from './function.ts'

/** The short form in which functions are declared. */
interface Description {
  readonly name: string
  /** Names of the parameters. `?` marks optional parameters, `...` the repeated one, as in `text, start, length?`. */
  readonly takes: string
  readonly help: Text
  /** Expressions and their results. */
  readonly examples: readonly (readonly [expression: string, is: Value])[]
  /** `run` can return a promise. */
  readonly isAsync?: true
  readonly run: (args: readonly Value[], environment: FunctionEnvironment) => Value | Promise<Value>
}

/** Converts all errors to `SqlError` with the name of the function and the invalid argument. */
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
  // Thrown by the JavaScript engine for values that are too large or too deep.
  if (error instanceof RangeError) return new SqlError(`${name}: the values are too large`)
  return error
}
