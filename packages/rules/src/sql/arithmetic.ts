import { isNumber, isText, type Value } from '@mqdeck/kit/json'
import { SqlError } from '../sql-error.ts'
import type { ArithmeticOperator } from './ast.ts'
import { describeValue } from './compare.ts'

/** Integers stay integers except with `/`. `+` also joins strings. Throws `SqlError` for other types. */
export function calculate(operator: ArithmeticOperator, left: Value, right: Value): Value {
  if (operator === '+' && isText(left) && isText(right)) return joined(left, right)
  if (typeof left === 'bigint' && typeof right === 'bigint') return ofIntegers(operator, left, right)
  if (operator === 'div' || operator === 'mod' || !isNumber(left) || !isNumber(right)) {
    throw new SqlError(`${operator} cannot take ${describeValue(left)} and ${describeValue(right)}`)
  }
  return ofFloats(operator, Number(left), Number(right))
}

export function negate(value: Value): Value {
  if (typeof value === 'bigint' || typeof value === 'number') return -value
  throw new SqlError(`- cannot take ${describeValue(value)}`)
}

/** Limit for integers in bits. EMQX has no limit. */
const widest = 1n << 65_536n

function ofIntegers(operator: ArithmeticOperator, left: bigint, right: bigint): Value {
  if (operator === '+') return left + right
  if (operator === '-') return left - right
  if (operator === '*') return narrow(left * right)
  if (right === 0n) throw new SqlError('division by zero')
  if (operator === 'div') return left / right
  return operator === 'mod' ? left % right : ofFloats('/', Number(left), Number(right))
}

function narrow(value: bigint): bigint {
  if (value > widest || value < -widest) throw new SqlError('the number is too large')
  return value
}

function ofFloats(operator: '+' | '-' | '*' | '/', left: number, right: number): number {
  if (operator === '/' && right === 0) throw new SqlError('division by zero')
  const result = floatResult(operator, left, right)
  if (!Number.isFinite(result)) throw new SqlError('the number is too large')
  return result
}

function floatResult(operator: '+' | '-' | '*' | '/', left: number, right: number): number {
  if (operator === '+') return left + right
  if (operator === '-') return left - right
  return operator === '*' ? left * right : left / right
}

const utf8 = new TextEncoder()

/** A string and a binary are joined to a binary, because the binary may not be UTF-8. */
function joined(left: string | Uint8Array, right: string | Uint8Array): Value {
  if (typeof left === 'string' && typeof right === 'string') return left + right
  const head = typeof left === 'string' ? utf8.encode(left) : left
  const tail = typeof right === 'string' ? utf8.encode(right) : right
  const bytes = new Uint8Array(head.length + tail.length)
  bytes.set(head)
  bytes.set(tail, head.length)
  return bytes
}
