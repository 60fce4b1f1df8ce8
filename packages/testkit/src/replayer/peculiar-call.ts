import type { Answer, Call } from './answer.ts'
import type { Cluster } from './cluster.ts'

/** Handles one call. Undefined if the general rules apply. */
export type Peculiar = (cluster: Cluster, call: Call) => Answer | undefined
