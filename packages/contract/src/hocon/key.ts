import { quote } from './quoted.ts'

/** A key as EMQX prints it: without quotes if it is a letter followed by letters, digits, `_` and `-`. */
export const writeKey = (key: string): string => (/^[a-zA-Z][\w-]*$/.test(key) ? key : quote(key))

const longest = 100

/** Formats a path such as `authorization.sources.0.path`. Undefined for the root, truncated if long. */
export function writePath(path: readonly (string | number)[]): string | undefined {
  if (path.length === 0) return undefined
  const text = path.map((step) => (typeof step === 'number' ? String(step) : writeKey(step))).join('.')
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
