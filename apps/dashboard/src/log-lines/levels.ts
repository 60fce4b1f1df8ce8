/** EMQX's, the least important first. */
export const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const
export type Level = (typeof levels)[number]

/** The level of an entry, in either format; undefined for a line that begins no entry. */
export function levelOf(line: string): Level | undefined {
  const name = (/^\S{1,40} \[([a-z]+)\]/.exec(line) ?? /^\{.{0,120}?"level":"([a-z]+)"/.exec(line))?.[1]
  return levels.find((level) => level === name)
}

/** A line without a level belongs to no entry that anybody could leave out. */
export const isAtLeast = (level: Level | undefined, least: Level): boolean =>
  level === undefined || levels.indexOf(level) >= levels.indexOf(least)

export function toneOf(level: Level): 'grey' | 'accent' | 'amber' | 'red' {
  if (level === 'debug') return 'grey'
  if (level === 'info' || level === 'notice') return 'accent'
  return level === 'warning' ? 'amber' : 'red'
}
