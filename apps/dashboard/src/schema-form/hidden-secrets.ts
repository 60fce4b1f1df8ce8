import { isRecord } from '../lib/json-path.ts'
import { childNode } from './arms.ts'
import { MalformedJson } from './json-text.ts'
import type { FormNode } from './model.ts'
import { mask } from './values.ts'

/** The value as it may be shown: a secret that was typed in is dots, other ones than those of the one that stays. */
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

/** What was typed in: the mask of one that stays, and the path of a key's file, are none. */
function isSecret(node: FormNode, value: unknown): boolean {
  if (typeof value !== 'string' || value === '' || value === mask) return false
  return node.kind === 'secret' || (node.kind === 'pem' && value.includes('PRIVATE KEY'))
}
