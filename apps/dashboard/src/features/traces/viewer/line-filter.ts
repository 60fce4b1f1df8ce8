import {
  isAtLeast,
  type Level,
  type LineSearch,
  type PacketType,
  packetTypeOf,
  traceLevelOf,
} from '../../../log-lines/index.ts'

/** What somebody wants to see of a trace. */
export interface LineFilter {
  readonly level: Level | undefined
  /** None: all lines, also those about no packet. */
  readonly packets: readonly PacketType[]
  readonly search: LineSearch | undefined
}

export type TestLine = (line: string) => boolean

/** Undefined: everything. */
export function toTest({ level, packets, search }: LineFilter): TestLine | undefined {
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
