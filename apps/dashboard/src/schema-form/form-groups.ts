import { nodeAt } from './arms.ts'
import type { Cell } from './form-context.ts'
import type { FormNode, ObjectNode } from './model.ts'

export interface FormGroup {
  readonly title?: string
  /** Names of fields, inner ones with dots: `mqtt.max_inflight`. */
  readonly fields: readonly string[]
}

export interface GroupedCells {
  readonly title: string | undefined
  readonly cells: readonly Cell[]
}

/** The fields in the groups of a screen. What no group names, e.g. of a newer broker, comes last in a group without title. */
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

/** All fields that are not taken; of an object of which a part is taken, its other parts. */
function cellsBut(object: ObjectNode, path: readonly string[], taken: ReadonlySet<string>): readonly Cell[] {
  return object.fields.flatMap((node): readonly Cell[] => {
    const own = [...path, node.key]
    const name = own.join('.')
    if (taken.has(name)) return []
    const isSplit = node.kind === 'object' && [...taken].some((one) => one.startsWith(`${name}.`))
    return isSplit ? cellsBut(node, own, taken) : [{ node, path: own }]
  })
}

/** How many fields a form has, to tell whether searching in it helps. */
export function countFields(node: FormNode): number {
  return node.kind === 'object' ? node.fields.reduce((sum, field) => sum + countFields(field), 0) : 1
}
