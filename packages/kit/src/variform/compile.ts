import { parseVariform, type Variform, type VariformFunctionName } from '@mqdeck/contract'
import { TextFailure } from '../text/index.ts'
import { textFunctions } from './text-functions.ts'
import { valueFunctions } from './value-functions.ts'
import { fail, isEmpty, toText, VariformFailure, type VariformValue } from './values.ts'

/** Data of variables: `user_property.tenant` is a nested value. Empty and missing differ. */
export interface VariformBindings {
  readonly [name: string]: string | number | undefined | VariformBindings
}

/** `failed` is the reason, as a sentence. */
export type VariformResult = { readonly text: string } | { readonly failed: string }

/** A compiled expression. Pure except for time, randomness and environment. */
export type CompiledVariform = (bindings: VariformBindings) => VariformResult

/**
 * Compiles an expression for repeated use.
 * @throws VariformError if it is invalid
 */
export function compileVariform(source: string): CompiledVariform {
  const expression = parseVariform(source)
  return (bindings) => {
    try {
      return { text: toText(evaluate(expression, bindings)) }
    } catch (error) {
      if (error instanceof TextFailure) return { failed: error.message }
      throw error
    }
  }
}

/** A variable without a value: an error, but empty for `coalesce`, `is_empty` and `iif` (EMQX). */
class UnknownVariable extends VariformFailure {}

function evaluate(expression: Variform, bindings: VariformBindings): VariformValue {
  switch (expression.type) {
    case 'text':
    case 'number':
    case 'boolean':
      return expression.value
    case 'variable':
      return lookUp(expression.path, bindings)
    case 'list':
      return expression.items.map((item) => evaluate(item, bindings))
    case 'call':
      return call(expression.name, expression.args, bindings)
  }
}

function lookUp(path: readonly string[], bindings: VariformBindings): VariformValue {
  let value: VariformBindings[string] = bindings
  for (const name of path) {
    const inside: VariformBindings | undefined =
      typeof value === 'object' && Object.hasOwn(value, name) ? value : undefined
    if (inside === undefined) throw new UnknownVariable(`${path.join('.')} has no value`)
    value = inside[name]
  }
  if (value === undefined) return ''
  return typeof value === 'object' ? fail(`${path.join('.')} is not a single value`) : value
}

const called = { ...textFunctions, ...valueFunctions } satisfies Record<
  Exclude<VariformFunctionName, 'coalesce' | 'iif' | 'is_empty'>,
  unknown
>

type Args = Parameters<(typeof textFunctions)['pad']>[0]

function call(name: VariformFunctionName, args: readonly Variform[], bindings: VariformBindings): VariformValue {
  if (name === 'coalesce') return coalesce(args, bindings)
  const [first, second, third] = args
  if (name === 'is_empty') return first === undefined || isEmpty(tryEvaluate(first, bindings))
  if (name === 'iif') {
    const chosen = first && holds(tryEvaluate(first, bindings)) ? second : third
    return chosen ? evaluate(chosen, bindings) : ''
  }
  // The parser has checked the number of arguments.
  return called[name](args.map((arg) => evaluate(arg, bindings)) as unknown as Args)
}

const holds = (value: VariformValue) => (typeof value === 'boolean' ? value : !isEmpty(value))

function tryEvaluate(expression: Variform, bindings: VariformBindings): VariformValue {
  try {
    return evaluate(expression, bindings)
  } catch (error) {
    if (error instanceof UnknownVariable) return ''
    throw error
  }
}

/** The first non-empty value of the arguments, of a literal list, or of a list that the one argument returns. */
function coalesce(args: readonly Variform[], bindings: VariformBindings): VariformValue {
  const [only] = args
  if (args.length === 1 && only && only.type !== 'list') {
    const value = tryEvaluate(only, bindings)
    if (value === '') return ''
    return Array.isArray(value)
      ? (value.find((one) => !isEmpty(one)) ?? '')
      : fail('coalesce requires a list or several values')
  }
  for (const arg of only?.type === 'list' ? only.items : args) {
    const value = tryEvaluate(arg, bindings)
    if (!isEmpty(value)) return value
  }
  return ''
}
