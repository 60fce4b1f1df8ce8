import type { Locale } from '../i18n/index.ts'
import type { FormNode } from './model.ts'

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
