import { isRecord } from '../lib/json-path.ts'
import { childNode } from './alternatives.ts'
import { MalformedJson } from './json-text.ts'
import type { FormNode } from './model.ts'
import { mask } from './values.ts'

/** The value for display: entered secrets become dots, distinct from the mask of unchanged secrets. */
export function hideSecrets(node: FormNode, value: unknown): unknown {
  if (isSecret(node, value)) return '••••••••'
  if (Array.isArray(value)) return value.map((inner, index) => hideInside(node, index, value, inner))
  if (!isRecord(value) || value instanceof MalformedJson) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hideInside(node, key, value, inner)]))
}

function hideInside(node: FormNode, step: string | number, value: unknown, inner: unknown): unknown {
  const child = childNode(node, step, value)
  return child ? hideSecrets(child, inner) : inner
}

/** Whether it is an entered secret. The mask and paths of key files are not. */
function isSecret(node: FormNode, value: unknown): boolean {
  if (typeof value !== 'string' || value === '' || value === mask) return false
  return node.kind === 'secret' || (node.kind === 'pem' && value.includes('PRIVATE KEY'))
}
