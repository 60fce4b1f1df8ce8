import { isRecord } from '@mqdeck/contract'
import { objectAt } from '../recordings/json.ts'
import type { Cluster } from './cluster.ts'
import { type Call, ok, type ReplayedResponse, refuse } from './response.ts'

/** Log of a trace per node: recorded lines with as many bytes as the list of traces reports. */
export function traceLogs(
  { resources, nodes }: Cluster,
  { route, query }: Call,
  recorded: unknown,
): ReplayedResponse | undefined {
  const { template, params } = route
  const trace = resources.rows('/trace')?.find(({ name }) => name === params.name)
  if (!trace) return undefined
  const sizes = Object.entries(objectAt(trace, 'log_size')).map(([node, size]) => ({ node, size: Number(size) }))
  if (template === '/trace/{name}/log_detail')
    return ok(sizes.filter(({ size }) => size > 0).map((file) => ({ ...file, mtime: 1_795_247_858 })))
  if (template !== '/trace/{name}/log') return undefined
  const wanted = query.get('node') ?? nodes()[0]
  const size = sizes.find(({ node }) => node === wanted)?.size
  if (size === undefined) return refuse(404, 'NODE_ERROR', 'Node not found')
  const [bytes, position] = [Number(query.get('bytes') ?? 1000), Number(query.get('position') ?? 0)]
  const items = logOf(recorded, size).slice(position, position + bytes)
  return ok({ items, meta: { position: position + items.length, bytes } })
}

/** The recording ends in the middle of its last line. All its characters are single bytes. */
function logOf(recorded: unknown, size: number): string {
  const text = isRecord(recorded) ? String(recorded.items) : ''
  const lines = text.slice(0, text.lastIndexOf('\n') + 1)
  return lines === '' ? '' : lines.repeat(Math.ceil(size / lines.length)).slice(0, size)
}
