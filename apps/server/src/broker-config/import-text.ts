import type { View } from './configuration.ts'
import { type ReadText, readText } from './read-text.ts'
import { mergeTrees } from './trees.ts'

export interface ImportOptions {
  /** `merge`: laid over what there is. `replace`: each root in the text takes the place of the old one. */
  readonly mode: 'merge' | 'replace'
  /** Roots that nobody can change while a node runs are passed over instead of refused. */
  readonly ignore_readonly: boolean
}

/** EMQX's. */
const readOnlyRoots: readonly string[] = ['cluster', 'node', 'rpc']

/** Reads a text as `PUT /configs` takes it: roots that it does not name stay as they are. */
export function readImport(text: string, { mode, ignore_readonly }: ImportOptions, view: View): ReadText {
  const complete = mode === 'replace' ? undefined : mergeTrees
  return readText(text, (name, written) => complete?.(view.get(name), written) ?? written, {
    readOnly: readOnlyRoots,
    passOver: ignore_readonly ? readOnlyRoots : [],
  })
}
