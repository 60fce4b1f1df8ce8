import { layout as arrange, graphlib } from '@dagrejs/dagre'

export interface Point {
  readonly x: number
  readonly y: number
}

interface Box {
  readonly id: string
  readonly width: number
  readonly height: number
}

interface Arranged {
  readonly nodes: readonly Box[]
  readonly edges: readonly { readonly from: string; readonly to: string }[]
  /** `down` for narrow windows. */
  readonly direction: 'right' | 'down'
}

/** Positions of the upper left corners by node ID, in layers from the inputs to the outputs. */
export function layOut({ nodes, edges, direction }: Arranged): ReadonlyMap<string, Point> {
  const graph = new graphlib.Graph()
  graph.setGraph({
    rankdir: direction === 'right' ? 'LR' : 'TB',
    nodesep: 20,
    ranksep: direction === 'right' ? 110 : 56,
  })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height })
  for (const { from, to } of edges) graph.setEdge(from, to)
  arrange(graph)
  return new Map(
    nodes.map(({ id, width, height }) => {
      const { x = 0, y = 0 } = graph.node(id)
      return [id, { x: x - width / 2, y: y - height / 2 }]
    }),
  )
}
