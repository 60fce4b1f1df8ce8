import { quote } from './quoted.ts'

/** A key as EMQX prints it: letters, digits, `_` and `-` after a letter stand alone. */
export const writeKey = (key: string): string => (/^[a-zA-Z][\w-]*$/.test(key) ? key : quote(key))

const longest = 100

/** `authorization.sources.0.path`; undefined for the root, cut where it would fill a page. */
export function writePath(path: readonly (string | number)[]): string | undefined {
  if (path.length === 0) return undefined
  const text = path.map((step) => (typeof step === 'number' ? String(step) : writeKey(step))).join('.')
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
