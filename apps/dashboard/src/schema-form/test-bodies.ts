import { isRecord } from '../lib/json/json-path.ts'
import type { FormNode, ObjectNode } from './model.ts'
import { emptyValue, initialValue, toWireValue } from './values.ts'

/** Input for an empty required field. */
function typedInto(node: FormNode): unknown {
  switch (node.kind) {
    case 'number':
      return node.minimum ?? 7
    case 'duration':
      return '15s'
    case 'byteSize':
      return '1MB'
    case 'percent':
      return '50%'
    case 'url':
      return 'http://127.0.0.1:1234'
    case 'hostPort':
      return '127.0.0.1:1234'
    case 'enum':
      return node.symbols[0]
    case 'switch':
      return false
    default:
      return 'typed'
  }
}

/** Values of a field with only required input: one for each alternative. */
function filled(node: FormNode, start: unknown): readonly unknown[] {
  switch (node.kind) {
    case 'object':
      return filledObject(node, isRecord(start) ? start : {})
    case 'union':
      return node.alternatives.flatMap((alternative) =>
        alternative.node ? filled(alternative.node, emptyValue(alternative.node)) : [alternative.symbol],
      )
    case 'list':
    case 'table':
      return Array.isArray(start) && start.length > 0
        ? [start]
        : filled(node.item, emptyValue(node.item)).map((one) => [one])
    case 'map':
      return [isRecord(start) && Object.keys(start).length > 0 ? start : { key: filled(node.value, undefined)[0] }]
    case 'constant':
      return [node.symbol]
    default:
      return [start === undefined || start === '' ? typedInto(node) : start]
  }
}

function filledObject(node: ObjectNode, start: Readonly<Record<string, unknown>>): readonly unknown[] {
  const needed = node.fields.filter(({ key, required }) => required || start[key] !== undefined)
  const choices = new Map(needed.map((field) => [field.key, choicesOf(field, start[field.key])]))
  const first = {
    ...start,
    ...Object.fromEntries([...choices].map(([key, [one]]) => [key, one]).filter(([, one]) => one !== undefined)),
  }
  // Optional groups that the user has not added.
  for (const field of node.fields.filter((one) => !choices.has(one.key) && ['object', 'union'].includes(one.kind)))
    choices.set(field.key, filled(field, emptyValue(field)))
  return [
    first,
    ...[...choices].flatMap(([key, all]) =>
      all.slice(choicesInFirst(first, key)).map((one) => ({ ...first, [key]: one })),
    ),
  ]
}

/** Number of a field's alternatives that the first body covers. */
const choicesInFirst = (first: Readonly<Record<string, unknown>>, key: string) => (first[key] === undefined ? 0 : 1)

/** The current value comes first. */
function choicesOf(field: FormNode, start: unknown): readonly unknown[] {
  const isContainer = ['object', 'union'].includes(field.kind)
  if (!isContainer && !field.required) return [start]
  const all = filled(field, start)
  return field.kind === 'union' && start !== undefined && !field.required ? [start, ...all] : all
}

/** For tests: the bodies that a form sends after input into its required fields only, one for each choice. */
export const bodiesOf = (model: FormNode): readonly unknown[] => {
  const start = initialValue(model)
  return filled(model, start).map((value) => toWireValue(model, value, undefined))
}
