import { isRecord } from '../lib/json-path.ts'
import { chooseArm } from './arms.ts'
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
    const arm = chooseArm(node, value)?.node
    if (arm?.kind === 'object') return countChanged(arm, value)
  }
  return differsFromDefault(node, value) ? 1 : 0
}
