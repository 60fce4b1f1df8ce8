/** Log levels of EMQX, in ascending severity. */
export const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const
export type Level = (typeof levels)[number]

/** The level of an entry in text or JSON format. Undefined if the line does not start an entry. */
export function levelOf(line: string): Level | undefined {
  const name = (/^\S{1,40} \[([a-z]+)\]/.exec(line) ?? /^\{.{0,120}?"level":"([a-z]+)"/.exec(line))?.[1]
  return levels.find((level) => level === name)
}

/** Lines without a level always pass. */
export const isAtLeast = (level: Level | undefined, minLevel: Level): boolean =>
  level === undefined || levels.indexOf(level) >= levels.indexOf(minLevel)

export function toneOf(level: Level): 'grey' | 'accent' | 'amber' | 'red' {
  if (level === 'debug') return 'grey'
  if (level === 'info' || level === 'notice') return 'accent'
  return level === 'warning' ? 'amber' : 'red'
}
