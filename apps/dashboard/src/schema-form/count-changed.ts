import { isRecord } from '../lib/json-path.ts'
import { chooseAlternative } from './alternatives.ts'
import type { FormNode } from './model.ts'
import { differsFromDefault } from './values.ts'

/** Number of fields at and below `node` that differ from their default. */
export function countChanged(node: FormNode, value: unknown): number {
  if (value === undefined) return 0
  if (node.kind === 'object') {
    if (!isRecord(value)) return 1
    return node.fields.reduce((sum, field) => sum + countChanged(field, value[field.key]), 0)
  }
  if (node.kind === 'union') {
    const alternative = chooseAlternative(node, value)?.node
    if (alternative?.kind === 'object') return countChanged(alternative, value)
  }
  return differsFromDefault(node, value) ? 1 : 0
}
