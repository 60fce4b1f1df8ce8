import type { IncomingMessage, ServerResponse } from 'node:http'
import { silentNodesHeader } from '@mqdeck/contract'
import { type Clock, type Log, systemClock, type TrustedProxies } from '@mqdeck/kit'
import { dataHeaders } from '../../http/security-headers.ts'
import { reportSignedIn } from '../../http/signed-in.ts'
import { type RawHeaders, securityHeadersOf, toRequestHeaders } from './headers.ts'
import { type AttemptResult, attempt, type BufferedResponse, type NodeRequest, sendBuffered } from './node-request.ts'
import { type ClusterNode, createNodes } from './nodes.ts'
import { readIssuedToken } from './read-issued-token.ts'
import { isOfTheRequest, isTimeout, reasonOf, silentNode } from './reasons.ts'
import { type RequestBody, readBody } from './request-body.ts'
import { createTokenOwners } from './token-owners.ts'

export interface ClusterProxy {
  /**
   * Forwards a request to the cluster and the response back. `request.url` is the path below the prefix of the cluster.
   */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void
  /** Response of the cluster to a `GET`, or to a `POST` of `body`. Rejects if no node responds. */
  readonly ask: (
    path: string,
    authorization: string,
    body?: string,
  ) => Promise<{ readonly status: number; readonly body: string }>
  /** The nodes, reachable ones first. */
  readonly nodes: () => readonly { readonly url: string }[]
  readonly close: () => Promise<void>
}

export interface ProxyOptions {
  /** Name of the cluster in logs and errors. */
  readonly name: string
  /** URLs of the nodes, all of one cluster. */
  readonly urls: readonly string[]
  /** CA certificates (PEM) of the nodes. */
  readonly ca?: string | undefined
  readonly proxies: TrustedProxies
  readonly clock?: Clock
  readonly log: Log
}

/** Milliseconds without a response after which a node is probed. */
const probeAfter = 5000
const askTimeout = 20_000

/**
 * The management API of a cluster. If a node does not respond, requests go to the next node: all reads, and writes of
 * which nothing was sent yet. A write that was sent may have been executed and is never repeated.
 */
export function createProxy({ name, urls, ca, proxies, clock = systemClock, log }: ProxyOptions): ClusterProxy {
  const nodes = createNodes({ name, urls, ca, clock, log })
  const owners = createTokenOwners<ClusterNode>()

  /** Other nodes may still report an unreachable node as running. Pages that show nodes need this information. */
  const silentNodes = (): RawHeaders => {
    const silent = nodes.silent()
    return silent.length === 0
      ? []
      : [silentNodesHeader, silent.map(({ name, since }) => `${name} ${since}`).join(', ')]
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const gone = new AbortController()
    response.once('close', () => {
      if (!response.writableFinished) gone.abort(new Error('the caller has gone'))
    })
    const token = tokenOf(request)
    // The cluster has issued the token through this server.
    const isKnown = token !== undefined && owners.of(token) !== undefined
    if (isKnown) reportSignedIn(request)
    const exchange: Exchange = {
      nodeRequest: {
        method: request.method ?? 'GET',
        path: request.url ?? '/',
        headers: toRequestHeaders(request, proxies),
      },
      token,
      body: readBody(request, isKnown),
      response,
      gone: gone.signal,
    }
    await tryNodes(exchange)
    if (!request.complete) exchange.body.drain()
  }

  const tryNodes = async (exchange: Exchange): Promise<void> => {
    const { nodeRequest, token, body, response, gone } = exchange
    const failures: Failure[] = []
    let refused: BufferedResponse | undefined
    let isRepeated = false
    let left = nodes.inOrder(token === undefined ? undefined : owners.of(token))
    for (let [node] = left; node; [node] = left) {
      left = left.slice(1)
      const outcome = await tryNode(exchange, node, left.length > 0)
      if (gone.aborted) return
      if (outcome.kind === 'answered') {
        // Another node did not know the token, but this one does.
        if (refused && token !== undefined && outcome.status !== 401) owners.remember(token, node)
        return
      }
      if (outcome.kind === 'held') {
        refused ??= outcome.answer
        if (!isUnknownToken(outcome.answer) || !body.isWhole()) break
        continue
      }
      failures.push({ node, ...outcome })
      if (outcome.sent && !readsOnly(nodeRequest.method)) break
      if (!body.isWhole()) break
      if (left.length > 0 || isRepeated) continue
      isRepeated = true
      // The node may have closed an idle connection at this moment.
      const interrupted = failures.find(({ sent }) => sent)?.node
      if (interrupted && (await nodes.isAlive(interrupted))) left = [interrupted]
    }
    if (refused) return sendBuffered(response, refused, securityHeadersOf(nodeRequest.path))
    refuse(response, failures)
    const entry = { cluster: name, method: nodeRequest.method, reason: failures.map(inWords).join('; ') }
    // The unreachable node is in the log already. Pages send requests every few seconds.
    if (readsOnly(nodeRequest.method)) log.debug(entry, 'cluster_unreachable')
    else log.warn(entry, 'cluster_unreachable')
  }

  const tryNode = async (exchange: Exchange, node: ClusterNode, areOthers: boolean): Promise<AttemptResult> => {
    const { nodeRequest, token, body, response, gone } = exchange
    const given = new AbortController()
    const giveUp = () => given.abort(gone.reason)
    gone.addEventListener('abort', giveUp)
    const stopProbing = clock.every(probeAfter, () => {
      if (response.headersSent) return
      void nodes.isAlive(node).then((isAlive) => {
        if (!isAlive && !response.headersSent) given.abort(silentNode())
      })
    })
    try {
      const outcome = await attempt({
        node,
        nodeRequest: { ...nodeRequest, body: body.open() },
        response,
        signal: given.signal,
        ownHeaders: (status) => {
          // A probe may have failed only because the node was slow.
          nodes.answered(node, status)
          return [...silentNodes(), ...securityHeadersOf(nodeRequest.path)]
        },
        buffers: (status) => status === 401 && areOthers && token !== undefined && nodeRequest.method !== 'POST',
        ...(isLogin(nodeRequest) && { tap: readIssuedToken((issued) => owners.remember(issued, node)) }),
      })
      if (outcome.kind === 'failed' && !gone.aborted) judge(node, outcome)
      return outcome
    } finally {
      stopProbing()
      gone.removeEventListener('abort', giveUp)
    }
  }

  /** Marks an unreachable node. Probes a node that broke the connection. */
  const judge = (node: ClusterNode, { sent, error }: Extract<AttemptResult, { kind: 'failed' }>): void => {
    if (sent) void nodes.isAlive(node)
    else if (!isOfTheRequest(error)) nodes.failed(node, error)
  }

  return {
    handle: (request, response) => {
      serve(request, response).catch((error: unknown) => {
        log.error({ cluster: name, error }, 'cluster_request_failed')
        if (response.headersSent) return void response.destroy()
        refuse(response, [])
      })
    },
    ask: async (path, authorization, sent) => {
      const [scheme = '', token = ''] = authorization.split(' ')
      const owner = scheme.toLowerCase() === 'bearer' ? owners.of(token) : undefined
      let failure: unknown
      let refused: { readonly status: number; readonly body: string } | undefined
      for (const node of nodes.inOrder(owner)) {
        try {
          const answer = await node.pool.request({
            path: `${node.path}${path}`,
            ...(sent === undefined
              ? { method: 'GET', headers: { authorization } }
              : { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body: sent }),
            signal: AbortSignal.timeout(askTimeout),
          })
          const found = { status: answer.statusCode, body: await answer.body.text() }
          if (found.status !== 401) return found
          refused = found
        } catch (error) {
          failure = error
        }
      }
      if (refused) return refused
      throw failure
    },
    nodes: () => nodes.inOrder(undefined),
    close: nodes.close,
  }
}

interface Exchange {
  readonly nodeRequest: Omit<NodeRequest, 'body'>
  readonly token: string | undefined
  readonly body: RequestBody
  readonly response: ServerResponse
  /** The caller has disconnected. */
  readonly gone: AbortSignal
}

interface Failure {
  readonly node: ClusterNode
  readonly error: unknown
  readonly sent: boolean
}

/** Safe methods: RFC 9110, 9.2.1. */
const readsOnly = (method: string) => ['GET', 'HEAD', 'OPTIONS'].includes(method)

const isLogin = ({ method, path }: Pick<NodeRequest, 'method' | 'path'>) =>
  method === 'POST' && /^\/api\/v5\/(login|sso\/login\/[^/?]+)(\?|$)/.test(path)

function tokenOf({ headers }: IncomingMessage): string | undefined {
  const [scheme, token] = (headers.authorization ?? '').split(' ', 2)
  return scheme?.toLowerCase() === 'bearer' ? token : undefined
}

/** A node that reports a token as expired knows it. */
const isUnknownToken = ({ body }: BufferedResponse) => /"code"\s*:\s*"BAD_TOKEN"/.test(body.toString('latin1'))

/** No node responds: RFC 9110, 15.6.3 and 15.6.5, with EMQX's body. */
function refuse(response: ServerResponse, failures: readonly Failure[]): void {
  const status = failures.length > 0 && failures.every(({ error }) => isTimeout(error)) ? 504 : 502
  const body = Buffer.from(JSON.stringify({ code: 'SERVICE_UNAVAILABLE', message: toMessage(failures) }))
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': body.length,
    'cache-control': 'no-store',
    ...Object.fromEntries(dataHeaders),
  })
  response.end(body)
}

function toMessage(failures: readonly Failure[]): string {
  const begun = failures.find(({ sent }) => sent)
  const list = failures.map(inWords).join('; ')
  if (begun && failures.at(-1) === begun) {
    return `The cluster received the request but did not respond: ${list}. It was not retried because it may have been executed`
  }
  return `No node of the cluster responds: ${list}`
}

const inWords = ({ node, error }: Failure) => `${node.url} (${reasonOf(error)})`
