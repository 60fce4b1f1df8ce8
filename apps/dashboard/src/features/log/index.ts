/** Parsing, searching, filtering and displaying lines of the broker log and of traces. */
export { isAtLeast, type Level, levelOf, levels } from './lines/levels.ts'
export { clockTime, HighlightedText, LevelDot, LineList, LinesFooter, LineTime } from './lines/line-list.tsx'
export { type LineSearch, toLineSearch } from './lines/line-search.ts'
export { downloadLines, type LineSearchInput, LinesToolbar, useLineSearch } from './lines/lines-toolbar.tsx'
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
