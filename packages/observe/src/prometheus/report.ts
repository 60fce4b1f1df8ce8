import type { PrometheusMode } from '@mqdeck/contract'
import { type Family, type Labels, type MetricSample, toText } from './exposition.ts'

/** A group of families. */
export interface Section {
  /** Key in the JSON report. */
  readonly key: string
  /** `node`: values per node. `cluster`: the same values on all nodes. */
  readonly scope: 'node' | 'cluster'
  /** In JSON: one object with a field per family, or one object per set of labels. */
  readonly shape: 'one' | 'list'
  readonly families: readonly Family[]
}

/** The report in the text format of Prometheus. */
export const toReportText = (sections: readonly Section[], mode: PrometheusMode, node: string): string =>
  toText(sections.flatMap((section) => withNodeLabel(section, mode, node).families))

/** The report as JSON in EMQX's structure. Sections with the same key are merged. */
export function toReportJson(
  sections: readonly Section[],
  mode: PrometheusMode,
  node: string,
): Record<string, unknown> {
  const parts = sections
    .filter(({ families }) => families.length > 0)
    .map((section) => withNodeLabel(section, mode, node))
  return Object.fromEntries(
    parts.map(({ key, shape }) => {
      const families = parts.filter((part) => part.key === key).flatMap((part) => part.families)
      return [key, shape === 'list' ? toRows(families) : toObject(families)]
    }),
  )
}

function withNodeLabel(section: Section, mode: PrometheusMode, node: string): Section {
  if (mode !== 'all_nodes_unaggregated' || section.scope === 'cluster') return section
  const withNode = ({ labels, value }: MetricSample) => ({ labels: { node, ...labels }, value })
  return {
    ...section,
    families: section.families.map((family) => ({ ...family, samples: family.samples.map(withNode) })),
  }
}

function toObject(families: readonly Family[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const { name, samples } of families) {
    const [only] = samples
    const { node, ...others } = only?.labels ?? {}
    if (node !== undefined) fields.node = node
    const isPlain = samples.length === 1 && Object.keys(others).length === 0
    fields[name] = isPlain ? only?.value : samples.map(({ labels, value }) => ({ ...labels, [name]: value }))
  }
  return fields
}

function toRows(families: readonly Family[]): readonly object[] {
  const rows = new Map<string, Record<string, unknown>>()
  const rowOf = (labels: Labels) => {
    const key = JSON.stringify(labels)
    const row = rows.get(key) ?? { ...labels }
    rows.set(key, row)
    return row
  }
  for (const { name, samples } of families) for (const { labels = {}, value } of samples) rowOf(labels)[name] = value
  return [...rows.values()]
}
