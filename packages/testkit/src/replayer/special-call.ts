import type { ReplayedResponse, Call } from './response.ts'
import type { Cluster } from './cluster.ts'

/** Handles one call. Undefined if the general rules apply. */
export type Peculiar = (cluster: Cluster, call: Call) => ReplayedResponse | undefined
