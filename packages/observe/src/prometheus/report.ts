import type { PrometheusMode } from '@mqdeck/contract'
import { type Family, type Labels, type Sample, toText } from './exposition.ts'

/** Families that belong together. */
export interface Section {
  /** What JSON calls it. */
  readonly key: string
  /** `node`: each node has its own. `cluster`: all nodes have the same. */
  readonly scope: 'node' | 'cluster'
  /** In JSON: one object with a field for each family, or one object for each set of labels. */
  readonly shape: 'one' | 'list'
  readonly families: readonly Family[]
}

/** The report as Prometheus reads it. */
export const toReportText = (sections: readonly Section[], mode: PrometheusMode, node: string): string =>
  toText(sections.flatMap((section) => named(section, mode, node).families))

/** The same as JSON, in the shape of EMQX; sections of one key become one. */
export function toReportJson(
  sections: readonly Section[],
  mode: PrometheusMode,
  node: string,
): Record<string, unknown> {
  const parts = sections.filter(({ families }) => families.length > 0).map((section) => named(section, mode, node))
  return Object.fromEntries(
    parts.map(({ key, shape }) => {
      const families = parts.filter((part) => part.key === key).flatMap((part) => part.families)
      return [key, shape === 'list' ? toRows(families) : toObject(families)]
    }),
  )
}

function named(section: Section, mode: PrometheusMode, node: string): Section {
  if (mode !== 'all_nodes_unaggregated' || section.scope === 'cluster') return section
  const withNode = ({ labels, value }: Sample) => ({ labels: { node, ...labels }, value })
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
