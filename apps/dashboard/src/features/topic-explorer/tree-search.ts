import { filterFault, hasWildcard } from '../../lib/topics/topic-filter.ts'
import { isTopic, type TopicTree } from './topic-tree.ts'

/** Result of a search in the tree. */
export interface SearchResult {
  /** Per level: whether it is shown, and whether it or a level below matches. */
  readonly flags: Uint8Array
  readonly matches: number
}

export const shown = 1
/** The level or a level below it matches. */
export const leadsToMatch = 2
const matches = 4
/** While matching a filter: all levels below match, or levels below can still match. */
const allBelow = 8
const open = 16

const encoder = new TextEncoder()

/** Finds topics that match a filter with wildcards, or levels that contain a text. A text with slashes can span levels. */
export function searchTree(tree: TopicTree, text: string): SearchResult {
  const flags = new Uint8Array(tree.size())
  const isFilter = hasWildcard(text) && filterFault(text) === undefined
  const count = isFilter ? matchFilter(tree, text, flags) : findText(tree, text, flags)
  const { parent } = tree.columns()
  // Parents have lower indexes than their children.
  for (let node = flags.length - 1; node > 0; node--) {
    const own = flags[node] ?? 0
    if ((own & (matches | leadsToMatch)) === 0) continue
    flags[node] = own | leadsToMatch | shown
    const above = parent[node] ?? 0
    flags[above] = (flags[above] ?? 0) | leadsToMatch
  }
  return { flags, matches: count }
}

function matchFilter(tree: TopicTree, filter: string, flags: Uint8Array): number {
  const { parent, depth, flags: known } = tree.columns()
  const levels = filter.split('/')
  let count = 0
  flags[0] = open | (levels[0] === '#' ? allBelow : 0)
  for (let node = 1; node < flags.length; node++) {
    const above = flags[parent[node] ?? 0] ?? 0
    const level = (depth[node] ?? 1) - 1
    let state = above & allBelow
    if (state === 0 && (above & open) !== 0 && levelMatches(tree, node, levels[level])) {
      // `a/#` also matches `a`.
      if (level === levels.length - 1 || (level === levels.length - 2 && levels[level + 1] === '#')) state |= matches
      if (level < levels.length - 1) state |= levels[level + 1] === '#' ? allBelow | matches : open
    } else if (state !== 0 && !(level === 0 && isHidden(tree, node))) state |= matches
    else if (level === 0) state = 0
    if ((state & matches) !== 0 && ((known[node] ?? 0) & isTopic) === 0) state &= ~matches
    if ((state & matches) !== 0) count += 1
    flags[node] = state
  }
  return count
}

function levelMatches(tree: TopicTree, node: number, level: string | undefined): boolean {
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
    const under = (flags[parent[node] ?? 0] ?? 0) & (matches | allBelow)
    const isMatch = last === 0 ? tree.nameIncludes(node, parts[0] ?? noBytes) : matchesAcrossLevels(tree, node, parts)
    if (isMatch) count += 1
    // Levels below a match are also shown.
    flags[node] = (isMatch ? matches : 0) | (under === 0 ? 0 : allBelow | shown)
  }
  return count
}

const noBytes = new Uint8Array(0)

/** Whether the levels ending at `end` match the parts: the last starts with the last part, the first ends with the first part. */
function matchesAcrossLevels(tree: TopicTree, end: number, parts: readonly Uint8Array[]): boolean {
  const { parent } = tree.columns()
  let node = end
  for (let index = parts.length - 1; index >= 0; index--) {
    const part = parts[index] ?? noBytes
    // A leading slash may match before the first level.
    if (node === 0) return index === 0 && part.length === 0
    const where = index === parts.length - 1 ? 'start' : index === 0 ? 'end' : 'whole'
    if (!tree.nameMatches(node, part, where)) return false
    node = parent[node] ?? 0
  }
  return true
}
