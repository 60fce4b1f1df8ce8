import { isRecord } from '@mqdeck/contract'
import { type Json, objectAt } from '../recordings/json.ts'
import type { Row } from './lists.ts'
import { empty } from './response.ts'
import type { SpecialCall } from './special-call.ts'

/** Sorts rows by these names. Other rows stay at the end. */
export const reorder =
  (list: string, nameOf: (row: Json) => unknown): SpecialCall =>
  ({ resources }, { body }) => {
    const order = Array.isArray(body) ? body : []
    const names = order.map((one) => (isRecord(one) ? nameOf(one) : one))
    const place = (row: Row) => (names.includes(nameOf(row)) ? names.indexOf(nameOf(row)) : names.length)
    resources.changeRows(list, (rows) => [...rows].sort((a, b) => place(a) - place(b)))
    return empty()
  }

const place = (position: unknown, rows: readonly Row[], one: Row, nameOf: (row: Row) => unknown): readonly Row[] => {
  const others = rows.filter((row) => row !== one)
  const [word = '', target] = String(position).split(/:(.*)/s)
  const index = others.findIndex((row) => nameOf(row) === target)
  const at = { front: 0, rear: others.length, before: index, after: index + 1 }[word] ?? others.length
  return others.toSpliced(at, 0, one)
}

/** Moves one row: `front`, `rear`, `before:NAME`, `after:NAME`. */
export const move =
  (list: string, param: string, nameOf: (row: Row) => unknown): SpecialCall =>
  ({ resources }, { route: { params }, body }) => {
    const position = params.position ?? objectAt({ body }, 'body').position
    resources.changeRows(list, (rows) => {
      const one = rows.find((row) => nameOf(row) === params[param])
      return one ? place(position, rows, one, nameOf) : rows
    })
    return empty()
  }
