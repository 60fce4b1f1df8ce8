import type { View } from './configuration.ts'
import { type ReadText, readText } from './read-text.ts'
import { mergeTrees } from './trees.ts'

export interface ImportOptions {
  /** `merge`: merged into the current values. `replace`: each root in the text replaces the current one. */
  readonly mode: 'merge' | 'replace'
  /** Roots that cannot be changed at run time are skipped instead of rejected. */
  readonly ignore_readonly: boolean
}

/** EMQX's modes. */
const readOnlyRoots: readonly string[] = ['cluster', 'node', 'rpc']

/** Parses a text as `PUT /configs` does. Roots that are not in the text stay unchanged. */
export function readImport(text: string, { mode, ignore_readonly }: ImportOptions, view: View): ReadText {
  const complete = mode === 'replace' ? undefined : mergeTrees
  return readText(text, (name, written) => complete?.(view.get(name), written) ?? written, {
    readOnly: readOnlyRoots,
    skipReadOnly: ignore_readonly ? readOnlyRoots : [],
  })
}
