import { isDeepStrictEqual } from 'node:util'
import type { Document } from './frames.ts'
import { refuse } from './refusal.ts'

/** A condition on the values of a field. A missing value is undefined. */
type Condition = (values: readonly unknown[]) => boolean

/**
 * Whether a document matches a filter, for the operators below. As in MongoDB, the filter is parsed before any document
 * is checked, and other operators are rejected by name.
 */
export function toPredicate(filter: Document): (document: unknown) => boolean {
  const tests = Object.entries(filter).map(([name, wanted]) => {
    switch (name) {
      case '$and': {
        const all = predicatesOf(name, wanted)
        return (document: unknown) => all.every((fits) => fits(document))
      }
      case '$or': {
        const all = predicatesOf(name, wanted)
        return (document: unknown) => all.some((fits) => fits(document))
      }
      case '$nor': {
        const all = predicatesOf(name, wanted)
        return (document: unknown) => !all.some((fits) => fits(document))
      }
      default: {
        if (name.startsWith('$')) return refuse('BadValue', `unknown top level operator: ${name}`)
        const fits = toCondition(wanted)
        return (document: unknown) => fits(valuesAt(document, name.split('.')))
      }
    }
  })
  return (document) => tests.every((fits) => fits(document))
}

function predicatesOf(name: string, value: unknown) {
  if (Array.isArray(value) && value.length > 0 && value.every(isDocument)) return value.map(toPredicate)
  return refuse('BadValue', `${name} must be a nonempty array`)
}

export const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** The value of a field. For a list, the list and each of its items. */
function valuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  const [key, ...rest] = path
  if (key === undefined) return Array.isArray(value) ? [value, ...value] : [value]
  if (Array.isArray(value))
    return [
      ...value.flatMap((one) => (isDocument(one) ? valuesAt(one, path) : [])),
      ...(/^\d+$/.test(key) ? valuesAt(value[Number(key)], rest) : []),
    ]
  return isDocument(value) && Object.hasOwn(value, key) ? valuesAt(value[key], rest) : [undefined]
}

function toCondition(wanted: unknown): Condition {
  if (wanted instanceof RegExp) return textCondition(toRegExp(wanted, ''))
  if (!isDocument(wanted) || !Object.keys(wanted).some((key) => key.startsWith('$')))
    return (values) => values.some((value) => equal(value, wanted))
  const all = Object.entries(wanted).map(([operator, operand]) => operation(operator, operand, wanted))
  return (values) => all.every((holds) => holds(values))
}

function operation(operator: string, operand: unknown, all: Document): Condition {
  const some =
    (is: (value: unknown) => boolean): Condition =>
    (values) =>
      values.some(is)
  switch (operator) {
    case '$eq':
      return some((value) => equal(value, operand))
    case '$ne':
      return not(some((value) => equal(value, operand)))
    case '$in':
      return anyOf(operator, operand)
    case '$nin':
      return not(anyOf(operator, operand))
    case '$gt':
      return some((value) => compare(value, operand) > 0)
    case '$gte':
      return some((value) => compare(value, operand) >= 0)
    case '$lt':
      return some((value) => compare(value, operand) < 0)
    case '$lte':
      return some((value) => compare(value, operand) <= 0)
    case '$exists':
      return (values) => values.some((value) => value !== undefined) === Boolean(operand)
    case '$not':
      return not(toCondition(operand))
    case '$regex':
      return textCondition(toRegExp(operand, String(all.$options ?? '')))
    case '$options':
      return '$regex' in all ? () => true : refuse('BadValue', '$options needs a $regex')
    default:
      return refuse('BadValue', `unknown operator: ${operator}`)
  }
}

const not =
  (holds: Condition): Condition =>
  (values) =>
    !holds(values)

function anyOf(operator: string, value: unknown): Condition {
  if (!Array.isArray(value)) return refuse('BadValue', `${operator} needs an array`)
  const all = value.map(toCondition)
  return (values) => all.some((holds) => holds(values))
}

/** A missing value equals null. */
const equal = (value: unknown, wanted: unknown): boolean =>
  wanted === null ? value === null || value === undefined : isDeepStrictEqual(value, wanted)

/** NaN for values of different types, which are neither less nor greater. */
function compare(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (left instanceof Date && right instanceof Date) return left.getTime() - right.getTime()
  if (typeof left !== 'string' || typeof right !== 'string') return Number.NaN
  return Number(left > right) - Number(left < right)
}

const textCondition =
  (pattern: RegExp): Condition =>
  (values) =>
    values.some((value) => typeof value === 'string' && pattern.test(value))

function toRegExp(value: unknown, options: string): RegExp {
  const source = value instanceof RegExp ? value.source : value
  if (typeof source !== 'string') return refuse('BadValue', '$regex has to be a string')
  try {
    return new RegExp(source, value instanceof RegExp ? value.flags : options.replaceAll(/[^ims]/g, ''))
  } catch {
    return refuse('Location51091', 'Regular expression is invalid')
  }
}
