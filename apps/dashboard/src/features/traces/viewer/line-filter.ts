import { isAtLeast, type Level, type LineSearch, type PacketType, packetTypeOf, traceLevelOf } from '../../log/index.ts'

/** Filter of trace lines. */
export interface LineFilter {
  readonly level: Level | undefined
  /** Empty for all lines, including those without a packet. */
  readonly packets: readonly PacketType[]
  readonly search: LineSearch | undefined
}

export type LinePredicate = (line: string) => boolean

/** A predicate for the filter. Undefined if it matches everything. */
export function toPredicate({ level, packets, search }: LineFilter): LinePredicate | undefined {
  if (level === undefined && packets.length === 0 && !search) return undefined
  return (line) => {
    if (level !== undefined && !isAtLeast(traceLevelOf(line), level)) return false
    if (packets.length > 0) {
      const type = packetTypeOf(line)
      if (!type || !packets.includes(type)) return false
    }
    return !search || search.isIn(line)
  }
}
