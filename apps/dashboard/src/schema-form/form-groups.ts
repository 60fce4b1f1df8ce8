import { nodeAt } from './alternatives.ts'
import type { Cell } from './form-context.ts'
import type { FormNode, ObjectNode } from './model.ts'

export interface FormGroup {
  readonly title?: string
  /** Names of fields, with dots for nested ones: `mqtt.max_inflight`. */
  readonly fields: readonly string[]
}

export interface GroupedCells {
  readonly title: string | undefined
  readonly cells: readonly Cell[]
}

/**
 * Assigns fields to the groups of a screen. Fields without a group, e.g. of a newer broker, come last in a group
 * without title.
 */
export function groupCells(
  root: ObjectNode,
  groups: readonly FormGroup[],
  hidden: readonly string[],
): readonly GroupedCells[] {
  const taken = new Set([...hidden, ...groups.flatMap(({ fields }) => fields)])
  const named = groups.map(({ title, fields }) => ({
    title,
    cells: fields.filter((field) => !hidden.includes(field)).flatMap((field) => cellAt(root, field)),
  }))
  const rest = { title: undefined, cells: cellsBut(root, [], taken) }
  return [...named, rest].filter(({ cells }) => cells.length > 0)
}

function cellAt(root: ObjectNode, field: string): readonly Cell[] {
  const path = field.split('.')
  const node = nodeAt(root, path, undefined)
  return node ? [{ node, path }] : []
}

/** All fields without a group, including the remaining fields of partly grouped objects. */
function cellsBut(object: ObjectNode, path: readonly string[], taken: ReadonlySet<string>): readonly Cell[] {
  return object.fields.flatMap((node): readonly Cell[] => {
    const own = [...path, node.key]
    const name = own.join('.')
    if (taken.has(name)) return []
    const isSplit = node.kind === 'object' && [...taken].some((one) => one.startsWith(`${name}.`))
    return isSplit ? cellsBut(node, own, taken) : [{ node, path: own }]
  })
}

/** Number of fields, to decide whether a search helps. */
export function countFields(node: FormNode): number {
  return node.kind === 'object' ? node.fields.reduce((sum, field) => sum + countFields(field), 0) : 1
}
