import { matchesFilter } from '@mqdeck/contract'
import { encodeJson } from '@mqdeck/kit/json'
import { isList, isMap, isText, SqlError, type Value, type ValueMap } from '../value.ts'
import type { ComparisonOperator } from './ast.ts'

/**
 * `left operator right` as EMQX has it: with one side undefined everything is false, a text is read as a number beside a number,
 * true, false and null are their names beside a text, and all else is in the order number, atom, map, list, text.
 * Throws `SqlError` for a text beside a number that is none, and for `=~` with anything but texts.
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

/** Whether two values are the same, kind of number included: 1 is not 1.0. What IN and CASE ... WHEN ask. */
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

/** A value in an error message, cut short. */
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

const isNumber = (value: Value): value is bigint | number => typeof value === 'bigint' || typeof value === 'number'
const isAtom = (value: Value): value is boolean | null => typeof value === 'boolean' || value === null

/** As Erlang reads one: no space, no bare exponent. */
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
