/** Position of a node in the graph, in percent of its width and height. */
export interface Place {
  readonly x: number
  readonly y: number
}

export interface GraphLayout {
  readonly cores: readonly Place[]
  readonly replicants: readonly Place[]
  readonly lines: readonly (readonly [Place, Place])[]
}

/** More replicants than this are shown as one group. */
export const replicantLimit = 20

/** Places cores on one horizontal line, replicants on another below, and connects the lines. */
export function layOutNodes(coreCount: number, replicantCount: number): GraphLayout {
  const hasReplicants = replicantCount > 0
  const cores = row(coreCount, hasReplicants ? 14 : 34)
  const replicants = row(replicantCount, 88)
  const trunk = hasReplicants
    ? [
        [
          { x: 50, y: 14 },
          { x: 50, y: 88 },
        ] as const,
      ]
    : []
  return { cores, replicants, lines: [...spine(cores), ...spine(replicants), ...trunk] }
}

function row(count: number, y: number): readonly Place[] {
  return Array.from({ length: count }, (_, index) => ({ x: Math.round(((index + 0.5) / count) * 10_000) / 100, y }))
}

/** From the first to the last node, including the center, where the vertical line ends. */
function spine(places: readonly Place[]): readonly (readonly [Place, Place])[] {
  const [first, last] = [places[0], places.at(-1)]
  return first && last && first !== last ? [[first, last]] : []
}
