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
  /**
   * Names and times of the nodes that do not answer, as far as their names are known. Asks those that nobody has asked for a while
   * on the side, so that the next answer is right.
   */
  readonly silent: () => readonly SilentNode[]
  /** Asks it on the side, over a connection of its own. False when it does not answer; it is left out then. */
  readonly isAlive: (node: ClusterNode) => Promise<boolean>
  readonly close: () => Promise<void>
}

/** A node that this server cannot reach, whatever the rest of the cluster reports of it. */
interface SilentNode {
  /** `emqx@127.0.0.1`, as the node itself gave it. */
  readonly name: string
  /** Milliseconds since 1970 of the first failure. */
  readonly since: number
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
/** Milliseconds after which an answer of `/status` says nothing about now. */
const checkInterval = 5000

interface Health {
  readonly since: number
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
  const names = new Map<ClusterNode, string>()
  const checked = new Map<ClusterNode, number>()
  let isClosed = false

  /** Whatever it answers, it answers; except that it is not ready. */
  const probe = async (node: ClusterNode): Promise<number> => {
    const options = { path: `${node.path}/status`, method: 'GET', reset: true } as const
    const request = probes.get(node)?.request({ ...options, signal: AbortSignal.timeout(probeTimeout) })
    checked.set(node, clock.now())
    const answer = await request
    const [, name] = /^Node ([\w.:@-]+) is /.exec((await answer?.body.text()) ?? '') ?? []
    if (name !== undefined) names.set(node, name)
    return answer?.statusCode ?? 0
  }
  const failed = (node: ClusterNode, error: unknown) => {
    if (isClosed) return
    const health = out.get(node)
    if (health === undefined) {
      out.set(node, { since: clock.now(), failures: 1, cancel: () => {}, probe: undefined })
      log.warn({ cluster: name, node: node.url, reason: reasonOf(error) }, 'cluster_node_unreachable')
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
    log.warn({ cluster: name, node: node.url }, 'cluster_node_reachable')
  }
  const asked = new Map<ClusterNode, Promise<boolean>>()
  const isAlive = (node: ClusterNode): Promise<boolean> => {
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
  }
  return {
    all,
    inOrder: (first) => {
      const rank = (node: ClusterNode) => (out.has(node) ? 2 : 0) + (node === first ? 0 : 1)
      return [...all].sort((one, other) => rank(one) - rank(other))
    },
    failed,
    silent: () => {
      const now = clock.now()
      for (const node of all) {
        const isDue = now - (checked.get(node) ?? Number.NEGATIVE_INFINITY) >= checkInterval
        if (isDue && !out.has(node)) void isAlive(node)
      }
      return [...out].flatMap(([node, { since }]) => {
        const name = names.get(node)
        return name === undefined ? [] : [{ name, since }]
      })
    },
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
