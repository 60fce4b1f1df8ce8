import type { Cluster } from './cluster.ts'
import type { Call, ReplayedResponse } from './response.ts'

/** Handles one call. Undefined if the general rules apply. */
export type SpecialCall = (cluster: Cluster, call: Call) => ReplayedResponse | undefined
