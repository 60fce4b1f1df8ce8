import type { Clock, Log } from '@mqdeck/kit'
import { Pool } from 'undici'
import { isTimeout, reasonOf } from './reasons.ts'

/** One node of the cluster with its connection pool. */
export interface ClusterNode {
  /** URL as configured, without a trailing slash. */
  readonly url: string
  /** Prefix of every path. */
  readonly path: string
  readonly pool: Pool
}

export interface ClusterNodes {
  readonly all: readonly ClusterNode[]
  /**
   * Nodes in the order in which to try them: reachable nodes before unreachable ones, and `first` before the others of
   * its group.
   */
  readonly inOrder: (first: ClusterNode | undefined) => readonly ClusterNode[]
  /** Marks the node as unreachable. Other nodes are preferred until it responds again. */
  readonly onFailure: (node: ClusterNode, error: unknown) => void
  /** Marks the node as reachable, because it responded with this status to a request. */
  readonly onResponse: (node: ClusterNode, status: number) => void
  /**
   * The unreachable nodes. Starts probes of nodes with a result older than `maxAge` milliseconds, so that the next result
   * is up to date: five seconds by default.
   */
  readonly silent: (maxAge?: number) => readonly SilentNode[]
  /** `emqx@127.0.0.1`, as reported by the node. Undefined if it has never responded to a probe. */
  readonly nameOf: (node: ClusterNode) => string | undefined
  /** Probes the node over a separate connection. If it does not respond, marks it as unreachable and returns false. */
  readonly isAlive: (node: ClusterNode) => Promise<boolean>
  readonly close: () => Promise<void>
}

/** A node that this server cannot reach, regardless of what the other nodes report. */
export interface SilentNode {
  readonly url: string
  /** `emqx@127.0.0.1`, as reported by the node. Undefined if it has never responded. */
  readonly name: string | undefined
  /** Time of the first failure in milliseconds since 1970. */
  readonly since: number
  /** It did not respond in time, instead of refusing the connection. The other nodes may be waiting for it, too. */
  readonly isHanging: boolean
}

export interface ClusterNodesOptions {
  /** Name of the cluster in the log. */
  readonly name: string
  readonly urls: readonly string[]
  /** CA certificates (PEM) of the nodes. Default: the CAs of Node.js. */
  readonly ca?: string | undefined
  readonly clock: Clock
  readonly log: Log
}

/** Milliseconds. */
const connectTimeout = 3000
const probeTimeout = 3000
/** Timeout of a request. Restoring a backup may take this long. A silent node is probed meanwhile. */
const headersTimeout = 600_000
/** EMQX's dashboard accepts 512 connections from all callers. */
const maxConnections = 256
const shortestPause = 1000
const maxPauseMs = 30_000
/** Milliseconds for which a result of `/status` is valid, and for which that of an unreachable node is. */
const checkInterval = 5000
const recheckInterval = 2000

interface Health {
  readonly since: number
  readonly isHanging: boolean
  failures: number
  /** Cancels the wait for the next probe. */
  cancel: () => void
}

export function createNodes({ name, urls, ca, clock, log }: ClusterNodesOptions): ClusterNodes {
  const connect = { timeout: connectTimeout, ...(ca !== undefined && { ca }) }
  const all = urls.map((url): ClusterNode => {
    const { origin, pathname } = new URL(url)
    const path = pathname.replace(/\/+$/, '')
    const pool = new Pool(origin, {
      connections: maxConnections,
      connect,
      headersTimeout,
      // A download takes as long as its reader needs.
      bodyTimeout: 0,
      maxHeaderSize: 64 * 1024,
    })
    return { url: `${origin}${path}`, path, pool }
  })
  const probes = new Map(all.map((node) => [node, new Pool(new URL(node.url).origin, { connections: 1, connect })]))
  const out = new Map<ClusterNode, Health>()
  const names = new Map<ClusterNode, string>()
  const checked = new Map<ClusterNode, number>()
  let isClosed = false

  /** Any response shows that the node is alive, except that it is not ready. */
  const probe = async (node: ClusterNode): Promise<number> => {
    const options = { path: `${node.path}/status`, method: 'GET', reset: true } as const
    const request = probes.get(node)?.request({ ...options, signal: AbortSignal.timeout(probeTimeout) })
    checked.set(node, clock.now())
    const answer = await request
    const [, name] = /^Node ([\w.:@-]+) is /.exec((await answer?.body.text()) ?? '') ?? []
    if (name !== undefined) names.set(node, name)
    return answer?.statusCode ?? 0
  }
  const onFailure = (node: ClusterNode, error: unknown) => {
    if (isClosed) return
    const health = out.get(node)
    if (health === undefined) {
      const isHanging = isTimeout(error)
      out.set(node, { since: clock.now(), isHanging, failures: 1, cancel: () => {} })
      log.warn({ cluster: name, node: node.url, reason: reasonOf(error) }, 'cluster_node_unreachable')
      wait(node)
    }
  }
  const wait = (node: ClusterNode) => {
    const health = out.get(node)
    if (!health || isClosed) return
    const pause = Math.min(maxPauseMs, shortestPause * 2 ** (health.failures - 1))
    health.cancel = clock.after(pause, () => {
      void isAlive(node).then(() => {
        if (out.get(node) === health) again(node)
      })
    })
  }
  /** A node that is not ready responds with 503. */
  const onResponse = (node: ClusterNode, status: number) => {
    if (status < 500) back(node)
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
    log.warn({ cluster: name, node: node.url }, 'cluster_node_reachable')
  }
  const asked = new Map<ClusterNode, Promise<boolean>>()
  const isAlive = (node: ClusterNode): Promise<boolean> => {
    const running = asked.get(node)
    if (running) return running
    const answer = probe(node).then(
      (status) => {
        onResponse(node, status)
        return true
      },
      (error: unknown) => {
        onFailure(node, error)
        return false
      },
    )
    asked.set(node, answer)
    void answer.finally(() => asked.delete(node))
    return answer
  }
  return {
    all,
    inOrder: (first) => {
      const rank = (node: ClusterNode) => (out.has(node) ? 2 : 0) + (node === first ? 0 : 1)
      return [...all].sort((one, other) => rank(one) - rank(other))
    },
    onFailure,
    onResponse,
    silent: (maxAge = checkInterval) => {
      const now = clock.now()
      for (const node of all) {
        const validFor = out.has(node) ? Math.min(maxAge, recheckInterval) : maxAge
        if (now - (checked.get(node) ?? Number.NEGATIVE_INFINITY) >= validFor) void isAlive(node)
      }
      return [...out].map(([node, { since, isHanging }]) => ({
        url: node.url,
        name: names.get(node),
        since,
        isHanging,
      }))
    },
    nameOf: (node) => names.get(node),
    isAlive,
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
