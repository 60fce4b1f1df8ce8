/** Parsing, searching, filtering and displaying lines of the broker log and of traces. */
export { clockTime } from './lines/clock-time.ts'
export { HighlightedText } from './lines/highlighted-text.tsx'
export { JumpToEnd } from './lines/jump-to-end.tsx'
export { isAtLeast, type Level, levelOf, levels, toneOf } from './lines/levels.ts'
export { LevelSelect, LineSearchField } from './lines/line-filters.tsx'
export { type LineSearch, type SearchFault, toLineSearch } from './lines/line-search.ts'
export { LinesFooter } from './lines/lines-footer.tsx'
export { lineMessages } from './lines/messages.ts'
export { parseLine } from './lines/parse-line.ts'
export {
  type PacketType,
  packetTypeOf,
  packetTypes,
  parseTraceLine,
  type TraceLine,
  toLineTime,
  traceLevelOf,
} from './lines/parse-trace-line.ts'
