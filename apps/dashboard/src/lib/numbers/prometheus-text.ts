/** The query for the values of all nodes in one response. */
export const wholeCluster = { query: { mode: 'all_nodes_aggregated' } } as const

/** One sample of the Prometheus text format. */
interface PrometheusSample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const samplePattern = /^([a-zA-Z_:][\w:]*)\{(.*)\} (\S+)/
const labelPattern = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g

/** The samples with labels whose name starts with `prefix`. Comments and other samples are skipped. */
export function readPrometheusText(text: string, prefix: string): readonly PrometheusSample[] {
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith(prefix)) return []
    const [, name, labels, value] = samplePattern.exec(line) ?? []
    if (name === undefined || labels === undefined) return []
    return [{ name, labels: readLabels(labels), value: Number(value) }]
  })
}

/** Values of `prefix` metrics by the label `label`: `{ r1: { matched: 3, passed: 2 } }` for `emqx_rule_` and `id`. */
export function prometheusMembers(
  text: string,
  prefix: string,
  label: string,
): ReadonlyMap<string, Readonly<Record<string, number>>> {
  const members = new Map<string, Record<string, number>>()
  for (const { name, labels, value } of readPrometheusText(text, prefix)) {
    const id = labels[label]
    if (id === undefined) continue
    const values = members.get(id) ?? {}
    values[name.slice(prefix.length)] = value
    members.set(id, values)
  }
  return members
}

const readLabels = (text: string) =>
  Object.fromEntries(
    Array.from(text.matchAll(labelPattern), ([, name = '', value = '']) => [name, value.replace(/\\(.)/g, unescaped)]),
  )

const unescaped = (_: string, character: string) => (character === 'n' ? '\n' : character)
