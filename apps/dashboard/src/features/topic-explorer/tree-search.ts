import { filterFault, hasWildcard } from '../../lib/topic-filter.ts'
import { isTopic, type TopicTree } from './topic-tree.ts'

/** What a search leaves of a tree. */
export interface Found {
  /** By level: whether it is shown, and whether what was looked for lies in it or below. */
  readonly flags: Uint8Array
  readonly matches: number
}

export const shown = 1
/** It, or something below it, matches. */
export const leads = 2
const matches = 4
/** While a filter is followed: all below fits, or it can still fit. */
const whole = 8
const open = 16

const encoder = new TextEncoder()

/** Topics that a filter with wildcards matches, or levels with a text in them; a text with a slash may span levels. */
export function searchTree(tree: TopicTree, text: string): Found {
  const flags = new Uint8Array(tree.size())
  const isFilter = hasWildcard(text) && filterFault(text) === undefined
  const count = isFilter ? followFilter(tree, text, flags) : findText(tree, text, flags)
  const { parent } = tree.columns()
  // A parent's number is below those of its children.
  for (let node = flags.length - 1; node > 0; node--) {
    const own = flags[node] ?? 0
    if ((own & (matches | leads)) === 0) continue
    flags[node] = own | leads | shown
    const above = parent[node] ?? 0
    flags[above] = (flags[above] ?? 0) | leads
  }
  return { flags, matches: count }
}

function followFilter(tree: TopicTree, filter: string, flags: Uint8Array): number {
  const { parent, depth, flags: known } = tree.columns()
  const levels = filter.split('/')
  let count = 0
  flags[0] = open | (levels[0] === '#' ? whole : 0)
  for (let node = 1; node < flags.length; node++) {
    const above = flags[parent[node] ?? 0] ?? 0
    const level = (depth[node] ?? 1) - 1
    let state = above & whole
    if (state === 0 && (above & open) !== 0 && fits(tree, node, levels[level])) {
      // `a/#` is `a`, too.
      if (level === levels.length - 1 || (level === levels.length - 2 && levels[level + 1] === '#')) state |= matches
      if (level < levels.length - 1) state |= levels[level + 1] === '#' ? whole | matches : open
    } else if (state !== 0 && !(level === 0 && isHidden(tree, node))) state |= matches
    else if (level === 0) state = 0
    if ((state & matches) !== 0 && ((known[node] ?? 0) & isTopic) === 0) state &= ~matches
    if ((state & matches) !== 0) count += 1
    flags[node] = state
  }
  return count
}

function fits(tree: TopicTree, node: number, level: string | undefined): boolean {
  if (level === '+') return !((tree.columns().depth[node] ?? 0) === 1 && isHidden(tree, node))
  return level !== undefined && tree.nameOf(node) === level
}

/** [MQTT-4.7.2-1] */
const isHidden = (tree: TopicTree, node: number) => tree.nameOf(node).startsWith('$')

function findText(tree: TopicTree, text: string, flags: Uint8Array): number {
  const { parent } = tree.columns()
  const parts = text.split('/').map((part) => encoder.encode(part))
  const last = parts.length - 1
  let count = 0
  for (let node = 1; node < flags.length; node++) {
    const under = (flags[parent[node] ?? 0] ?? 0) & (matches | whole)
    const isMatch = last === 0 ? tree.nameHas(node, parts[0] ?? noBytes) : spans(tree, node, parts)
    if (isMatch) count += 1
    // What lies below a match is shown with it.
    flags[node] = (isMatch ? matches : 0) | (under === 0 ? 0 : whole | shown)
  }
  return count
}

const noBytes = new Uint8Array(0)

/** The level ends a chain: it begins with the last part, those above are the others, and the first of them ends with the first. */
function spans(tree: TopicTree, end: number, parts: readonly Uint8Array[]): boolean {
  const { parent } = tree.columns()
  let node = end
  for (let index = parts.length - 1; index >= 0; index--) {
    const part = parts[index] ?? noBytes
    // A slash at the beginning may stand before the first level.
    if (node === 0) return index === 0 && part.length === 0
    const where = index === parts.length - 1 ? 'start' : index === 0 ? 'end' : 'whole'
    if (!tree.nameFits(node, part, where)) return false
    node = parent[node] ?? 0
  }
  return true
}
