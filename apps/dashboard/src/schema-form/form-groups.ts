import type { Locale } from '../i18n/index.ts'
import type { FormNode, ObjectNode } from './model.ts'
import { nodeAt } from './unions.ts'
import type { Cell } from './use-field.ts'

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

/**
 * Nodes that match a search: name, help or configuration key contain every word; with all their ancestors, and
 * everything inside of a matching group. Undefined without a search.
 */
export function filterNodes(root: FormNode, search: string, locale: Locale): ReadonlySet<FormNode> | undefined {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  const left = new Set<FormNode>()
  const visit = (node: FormNode, around: string, isInside: boolean): boolean => {
    const name = `${around} ${node.key} ${node.label[locale]}`.toLowerCase()
    const own = `${name} ${node.help?.[locale] ?? ''}`.toLowerCase()
    const isFound = isInside || (node !== root && words.every((word) => own.includes(word)))
    const inner = childrenOf(node).map((child) => visit(child, node === root ? '' : name, isFound))
    const isLeft = isFound || inner.includes(true)
    if (isLeft) left.add(node)
    return isLeft
  }
  visit(root, '', false)
  return left
}

/** Number of matching fields that hold a value. */
export function countFound(root: FormNode, left: ReadonlySet<FormNode>): number {
  if (!left.has(root)) return 0
  return root.kind === 'object' ? root.fields.reduce((sum, field) => sum + countFound(field, left), 0) : 1
}

function childrenOf(node: FormNode): readonly FormNode[] {
  switch (node.kind) {
    case 'object':
      return node.fields
    case 'list':
    case 'table':
      return [node.item]
    case 'map':
      return [node.value]
    case 'union':
      return node.alternatives.flatMap((alternative) => alternative.node ?? [])
    default:
      return []
  }
}
