import type { Trace } from '@mqdeck/contract'
import { useFormat } from '../../i18n/index.ts'
import { Tooltip } from '../../ui/index.ts'
import { sizeOf } from './list-search.ts'

/** Total log size of a trace. A tooltip shows the size per node. */
export function TraceSize({ trace }: { readonly trace: Trace }) {
  const format = useFormat()
  const nodes = Object.entries(trace.log_size).sort(([a], [b]) => a.localeCompare(b))
  const total = <span>{format.bytes(sizeOf(trace))}</span>
  if (nodes.length < 2) return total
  const lines = nodes.map(([node, size]) => <div key={node}>{`${node}: ${format.bytes(size)}`}</div>)
  return <Tooltip label={lines}>{total}</Tooltip>
}
