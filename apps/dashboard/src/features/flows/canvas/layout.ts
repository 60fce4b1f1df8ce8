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

export interface Arrangement {
  /** Upper left corners by node ID. */
  readonly places: ReadonlyMap<string, Point>
  readonly width: number
  readonly height: number
}

/** Places the nodes in layers from the inputs to the outputs. The first node is at 0, 0 or right of and below it. */
export function layOut({ nodes, edges, direction }: Arranged): Arrangement {
  const graph = new graphlib.Graph()
  graph.setGraph({
    rankdir: direction === 'right' ? 'LR' : 'TB',
    nodesep: 16,
    ranksep: direction === 'right' ? 92 : 48,
  })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height })
  for (const { from, to } of edges) graph.setEdge(from, to)
  arrange(graph)
  const places = new Map(
    nodes.map(({ id, width, height }): [string, Point] => {
      const { x = 0, y = 0 } = graph.node(id)
      return [id, { x: x - width / 2, y: y - height / 2 }]
    }),
  )
  const end = (of: (place: Point, box: Box) => number) =>
    Math.max(0, ...nodes.map((box) => of(places.get(box.id) ?? { x: 0, y: 0 }, box)))
  return { places, width: end(({ x }, { width }) => x + width), height: end(({ y }, { height }) => y + height) }
}
