import { isRecord } from './json-path.ts'

/** A changed value; undefined: not set. */
export interface ValueChange {
  /** `mqtt.max_inflight` */
  readonly path: string
  readonly from?: unknown
  readonly to?: unknown
}

/** Changes as two texts to compare, one line per value: `mqtt.max_inflight = 32`. Unset values are comments. */
export function changesTexts(changes: readonly ValueChange[]): { readonly before: string; readonly after: string } {
  const paths = changes.flatMap(({ path, from, to }) => leavesOf(path, from, to))
  const toText = (side: 'from' | 'to') =>
    paths.map((leaf) => (leaf[side] === undefined ? `# ${leaf.path}` : `${leaf.path} = ${valueText(leaf[side])}`))
  return { before: toText('from').join('\n'), after: toText('to').join('\n') }
}

interface Leaf {
  readonly path: string
  readonly from: unknown
  readonly to: unknown
}

/** The values of an added or removed object. */
function leavesOf(path: string, from: unknown, to: unknown): readonly Leaf[] {
  const [left, right] = [isRecord(from) ? from : undefined, isRecord(to) ? to : undefined]
  const keys = [...new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})])]
  const isOpen = (left ?? right) !== undefined && (left || from === undefined) && (right || to === undefined)
  if (!isOpen || keys.length === 0) return [{ path, from, to }]
  return keys.flatMap((key) => leavesOf(`${path}.${key}`, left?.[key], right?.[key]))
}

const valueText = (value: unknown) => JSON.stringify(value)
