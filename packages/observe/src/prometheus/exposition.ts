/** A value of a family with its labels. */
export interface MetricSample {
  readonly labels?: Labels
  readonly value: number
}

export type Labels = Readonly<Record<string, string>>

export interface Family {
  readonly name: string
  readonly type: 'counter' | 'gauge'
  /** Empty as in EMQX, except for metrics that only this broker has. */
  readonly help?: string
  readonly samples: readonly MetricSample[]
}

/** A gauge with one value. */
export const gauge = (name: string, value: number): Family => ({ name, type: 'gauge', samples: [{ value }] })

/** EMQX's labels for a listener such as `ssl:default`. */
export function listenerLabels(id: string): Labels {
  const [type = '', ...name] = id.split(':')
  return { listener_type: type, listener_name: name.join(':') }
}

/** Text format 0.0.4 (https://prometheus.io/docs/instrumenting/exposition_formats/), with lines in EMQX's order. */
export const toText = (families: readonly Family[]): string => families.map(toLines).join('')

function toLines({ name, type, help = '', samples }: Family): string {
  const lines = samples.map(({ labels = {}, value }) => `${name}${toLabels(labels)} ${toNumber(value)}\n`)
  return `# TYPE ${name} ${type}\n# HELP ${name} ${escapeHelp(help)}\n${lines.join('')}`
}

function toLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escapeHelp = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
const escapeLabel = (text: string) => escapeHelp(text).replaceAll('"', '\\"')

function toNumber(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf'
  return value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value)
}
