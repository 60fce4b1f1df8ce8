import type { Answer, Call } from './answer.ts'
import type { Cluster } from './cluster.ts'

/** Answers one call; undefined when there is nothing peculiar about it after all. */
export type Peculiar = (cluster: Cluster, call: Call) => Answer | undefined
