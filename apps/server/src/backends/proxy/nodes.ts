import type { Clock, Log } from '@mqdeck/kit'
import { Pool } from 'undici'
import { reasonOf } from './reasons.ts'

/** One node of the cluster, with the connections to it. */
export interface ClusterNode {
  /** As it was configured, without a slash at the end. */
  readonly url: string
  /** Stands before every path. */
  readonly path: string
  readonly pool: Pool
}

export interface ClusterNodes {
  readonly all: readonly ClusterNode[]
  /** Those that answer before those that are left out for now; `first` before the others of its kind. */
  readonly inOrder: (first: ClusterNode | undefined) => readonly ClusterNode[]
  /** It could not be reached: others come first until it answers again. */
  readonly failed: (node: ClusterNode, error: unknown) => void
  /** Asks it on the side, over a connection of its own. False when it does not answer; it is left out then. */
  readonly isAlive: (node: ClusterNode) => Promise<boolean>
  readonly close: () => Promise<void>
}

export interface ClusterNodesOptions {
  /** What the log calls the cluster. */
  readonly name: string
  readonly urls: readonly string[]
  /** Certificates (PEM) of those who sign the nodes' ones; those that Node.js knows when missing. */
  readonly ca?: string | undefined
  readonly clock: Clock
  readonly log: Log
}

/** Milliseconds. */
const connectTimeout = 3000
const probeTimeout = 3000
/** A change may take as long as restoring a backup; a node that is silent meanwhile is asked on the side. */
const headersTimeout = 600_000
/** EMQX's dashboard takes 512 of all its callers. */
const mostConnections = 256
const shortestPause = 1000
const longestPause = 30_000

interface Health {
  failures: number
  /** Ends the wait for the next probe. */
  cancel: () => void
  probe: Promise<unknown> | undefined
}

export function createNodes({ name, urls, ca, clock, log }: ClusterNodesOptions): ClusterNodes {
  const connect = { timeout: connectTimeout, ...(ca !== undefined && { ca }) }
  const all = urls.map((url): ClusterNode => {
    const { origin, pathname } = new URL(url)
    const path = pathname.replace(/\/+$/, '')
    const pool = new Pool(origin, {
      connections: mostConnections,
      connect,
      headersTimeout,
      // A download takes as long as its reader does.
      bodyTimeout: 0,
      maxHeaderSize: 64 * 1024,
    })
    return { url: `${origin}${path}`, path, pool }
  })
  const probes = new Map(all.map((node) => [node, new Pool(new URL(node.url).origin, { connections: 1, connect })]))
  const out = new Map<ClusterNode, Health>()
  let isClosed = false

  /** Whatever it answers, it answers; except that it is not ready. */
  const probe = async (node: ClusterNode): Promise<number> => {
    const options = { path: `${node.path}/status`, method: 'GET', reset: true } as const
    const request = probes.get(node)?.request({ ...options, signal: AbortSignal.timeout(probeTimeout) })
    const answer = await request
    await answer?.body.dump()
    return answer?.statusCode ?? 0
  }
  const failed = (node: ClusterNode, error: unknown) => {
    if (isClosed) return
    const health = out.get(node)
    if (health === undefined) {
      out.set(node, { failures: 1, cancel: () => {}, probe: undefined })
      log.warn({ cluster: name, node: node.url, reason: reasonOf(error) }, 'cluster_node_left_out')
      wait(node)
    }
  }
  const wait = (node: ClusterNode) => {
    const health = out.get(node)
    if (!health || isClosed) return
    const pause = Math.min(longestPause, shortestPause * 2 ** (health.failures - 1))
    health.cancel = clock.after(pause, () => {
      probe(node).then(
        (status) => (status < 500 ? back(node) : again(node)),
        () => again(node),
      )
    })
  }
  const again = (node: ClusterNode) => {
    const health = out.get(node)
    if (health) health.failures += 1
    wait(node)
  }
  const back = (node: ClusterNode) => {
    const health = out.get(node)
    if (!health) return
    health.cancel()
    out.delete(node)
    log.warn({ cluster: name, node: node.url }, 'cluster_node_answers_again')
  }
  const asked = new Map<ClusterNode, Promise<boolean>>()
  return {
    all,
    inOrder: (first) => {
      const rank = (node: ClusterNode) => (out.has(node) ? 2 : 0) + (node === first ? 0 : 1)
      return [...all].sort((one, other) => rank(one) - rank(other))
    },
    failed,
    isAlive: (node) => {
      const running = asked.get(node)
      if (running) return running
      const answer = probe(node).then(
        () => true,
        (error: unknown) => {
          failed(node, error)
          return false
        },
      )
      asked.set(node, answer)
      void answer.finally(() => asked.delete(node))
      return answer
    },
    close: async () => {
      isClosed = true
      for (const { cancel } of out.values()) cancel()
      await Promise.all([
        ...all.map(({ pool }) => pool.destroy()),
        ...[...probes.values()].map((pool) => pool.destroy()),
      ])
    },
  }
}
