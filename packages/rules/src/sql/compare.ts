import { matchesFilter } from '@mqdeck/contract'
import { encodeJson, isList, isMap, isNumber, isText, type Value, type ValueMap } from '@mqdeck/kit/json'
import { SqlError } from '../sql-error.ts'
import type { ComparisonOperator } from './ast.ts'

/**
 * Compares values as EMQX does. With an undefined side the result is false. A string is converted to a number if the
 * other side is a number. true, false and null are compared with strings by name. Otherwise the order is number, atom,
 * map, list, string. Throws `SqlError` if a string cannot be converted to a number, and for `=~` with other types than
 * strings.
 */
export function compare(operator: ComparisonOperator, left: Value, right: Value): boolean {
  if (left === undefined || right === undefined) {
    if (left !== right || operator === '=~') return false
    return operator === '=' || operator === '<=' || operator === '>='
  }
  if (operator === '=~') return matchesFilter(topicText(right), topicText(left))
  const order = isText(left) || isText(right) ? orderWithText(left, right) : orderOf(left, right)
  if (operator === '=') return order === 0
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  if (operator === '>') return order > 0
  if (operator === '>=') return order >= 0
  return order !== 0
}

/** Strict equality, used by IN and CASE: the integer 1 differs from the float 1.0. */
export function isSame(left: Value, right: Value): boolean {
  if (typeof left === 'number' || typeof right === 'number') return Object.is(left, right)
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
    return isText(left) && isText(right) ? textOf(left) === textOf(right) : left === right
  }
  if (isText(left) || isText(right)) return isText(left) && isText(right) && textOf(left) === textOf(right)
  if (isList(left) || isList(right)) {
    if (!isList(left) || !isList(right) || left.length !== right.length) return false
    return left.every((item, index) => isSame(item, right[index]))
  }
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  return keys.every((key) => Object.hasOwn(right, key) && isSame(left[key], right[key]))
}

const utf8 = new TextDecoder()
const textOf = (value: string | Uint8Array) => (typeof value === 'string' ? value : utf8.decode(value))

/** Describes a value in an error message, shortened. */
export function describeValue(value: Value): string {
  const text = value === undefined ? 'undefined' : encodeJson(value)
  return text.length > 80 ? `${text.slice(0, 80)}...` : text
}

function topicText(value: Value): string {
  if (isText(value)) return textOf(value)
  throw new SqlError(`=~ compares strings, not ${describeValue(value)}`)
}

function orderWithText(left: Value, right: Value): number {
  if (isText(left)) {
    const text = textOf(left)
    if (isText(right)) return orderOfTexts(text, textOf(right))
    if (isNumber(right)) return orderOfNumbers(numberOf(text), right)
    return isAtom(right) ? orderOfTexts(text, String(right)) : 1
  }
  return -orderWithText(right, left)
}

const isAtom = (value: Value): value is boolean | null => typeof value === 'boolean' || value === null

/** Same syntax as in Erlang: no spaces, and an exponent only after decimals. */
function numberOf(text: string): bigint | number {
  if (/^[+-]?\d{1,4096}$/.test(text)) return BigInt(text.replace('+', ''))
  if (/^[+-]?\d+\.\d+(?:[eE][+-]?\d+)?$/.test(text)) return Number(text)
  throw new SqlError(`${describeValue(text)} is compared with a number, but is not a number`)
}

function orderOfNumbers(left: bigint | number, right: bigint | number): number {
  if (left < right) return -1
  return left > right ? 1 : 0
}

function orderOfTexts(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

function orderOf(left: Value, right: Value): number {
  const kind = rankOf(left) - rankOf(right)
  if (kind !== 0) return kind
  if (isNumber(left) && isNumber(right)) return orderOfNumbers(left, right)
  if (isList(left) && isList(right)) return orderOfLists(left, right)
  if (isText(left) && isText(right)) return orderOfTexts(textOf(left), textOf(right))
  if (isMap(left) && isMap(right)) return orderOfMaps(left, right)
  return orderOfTexts(String(left), String(right))
}

function rankOf(value: Value): number {
  if (isNumber(value)) return 0
  if (value === undefined || isAtom(value)) return 1
  if (isText(value)) return 4
  return isList(value) ? 3 : 2
}

function orderOfLists(left: readonly Value[], right: readonly Value[]): number {
  for (const [index, item] of left.entries()) {
    if (index >= right.length) return 1
    const order = orderOf(item, right[index])
    if (order !== 0) return order
  }
  return left.length - right.length
}

function orderOfMaps(left: ValueMap, right: ValueMap): number {
  const keys = Object.keys(left).sort()
  const others = Object.keys(right).sort()
  if (keys.length !== others.length) return keys.length - others.length
  const byKey = orderOfLists(keys, others)
  if (byKey !== 0) return byKey
  return orderOfLists(
    keys.map((key) => left[key]),
    keys.map((key) => right[key]),
  )
}
