import { parseSql } from '@mqdeck/rules'

/** Topics in the FROM clause of a statement. Empty for invalid SQL. Cached, because every list needs them. */
export function fromOf(sql: string): readonly string[] {
  const known = remembered.get(sql)
  if (known) return known
  const from = [...new Set(parseSql(sql).statement?.sources.map(({ text }) => text) ?? [])]
  if (remembered.size >= maxRemembered) remembered.clear()
  remembered.set(sql, from)
  return from
}

const remembered = new Map<string, readonly string[]>()
const maxRemembered = 20_000

/** IDs of the sources in a FROM clause. `$bridges/` and `$sources/` are synonyms. */
const sourcesIn = (from: readonly string[]): readonly string[] =>
  from.flatMap((one) => {
    const [, id] = /^\$(?:bridges|sources)\/(.+)$/.exec(one) ?? []
    return id === undefined ? [] : [id]
  })

interface Rule {
  readonly sql: string
  readonly actions: readonly unknown[]
}

export const usesAction = ({ actions }: Rule, id: string): boolean => actions.includes(id)
export const usesSource = ({ sql }: Rule, id: string): boolean => sourcesIn(fromOf(sql)).includes(id)
