/** Parsing, searching, filtering and displaying lines of the broker log and of traces. */
export { clockTime } from './clock-time.ts'
export { HighlightedText } from './highlighted-text.tsx'
export { JumpToEnd } from './jump-to-end.tsx'
export { isAtLeast, type Level, levelOf, levels, toneOf } from './levels.ts'
export { LevelSelect, LineSearchField } from './line-filters.tsx'
export { type LineSearch, type SearchFault, toLineSearch } from './line-search.ts'
export { LinesFooter } from './lines-footer.tsx'
export { lineMessages } from './messages.ts'
export { parseLine } from './parse-line.ts'
export {
  type PacketType,
  packetTypeOf,
  packetTypes,
  parseTraceLine,
  type TraceLine,
  toLineTime,
  traceLevelOf,
} from './parse-trace-line.ts'
