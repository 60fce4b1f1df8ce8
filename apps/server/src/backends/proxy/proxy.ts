import type { IncomingMessage, ServerResponse } from 'node:http'
import { silentNodesHeader, storedAnswerHeader } from '@mqdeck/contract'
import { type Clock, type Log, systemClock, type TrustedProxies } from '@mqdeck/kit'
import { reportSignedIn } from '../../http/signed-in.ts'
import { type RawHeaders, securityHeadersOf, toRequestHeaders } from './headers.ts'
import { type AttemptResult, attempt, type BufferedResponse, type NodeRequest, sendBuffered } from './node-request.ts'
import { type ClusterNode, createNodes, type SilentNode } from './nodes.ts'
import { readIssuedToken } from './read-issued-token.ts'
import { isOfTheRequest, isTimeout, reasonOf, silentNode } from './reasons.ts'
import { type RequestBody, readBody } from './request-body.ts'
import { createSharedReads, isPolled, isShareable, maxShared, type SharedRead } from './shared-reads.ts'
import { createTokens } from './tokens.ts'

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
  /** The nodes, reachable ones first. The name is known after the first contact. */
  readonly nodes: () => readonly { readonly url: string; readonly node?: string }[]
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
/** Milliseconds between two checks of a read without a response, and after which results of probes are repeated. */
const checkInterval = 500
const probeValidFor = 1000
/**
 * Milliseconds that a read waits for a cluster that waits for a hanging node: until the last answer is sent, and if there
 * is none.
 */
const storedAfter = 1500
const refusedAfter = 10_000
/** Milliseconds after which Erlang has removed a hanging node from the cluster, so that the others no longer wait for it. */
const hangingFor = 180_000
/** Maximum bytes of a response that is inspected before it is sent. */
const maxInspected = 64 * 1024

/**
 * The management API of a cluster. If a node does not respond, requests go to the next node: all reads, and writes of
 * which nothing was sent yet. A write that was sent may have been executed and is never repeated.
 */
export function createProxy({ name, urls, ca, proxies, clock = systemClock, log }: ProxyOptions): ClusterProxy {
  const nodes = createNodes({ name, urls, ca, clock, log })
  const tokens = createTokens<ClusterNode>()
  const reads = createSharedReads(tokens, clock)

  /** Other nodes may still report an unreachable node as running. Pages that show nodes need this information. */
  const silentNodes = (): RawHeaders => {
    const silent = nodes.silent().filter(({ name }) => name !== undefined)
    return silent.length === 0
      ? []
      : [silentNodesHeader, silent.map(({ name, since }) => `${name} ${since}`).join(', ')]
  }

  const ownHeaders = (path: string): RawHeaders => [...silentNodes(), ...securityHeadersOf(path)]

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const stop = new AbortController()
    response.once('close', () => {
      if (!response.writableFinished) stop.abort(new Error('the caller has gone'))
    })
    const token = tokenOf(request)
    // The cluster has issued the token through this server.
    const isKnown = token !== undefined && tokens.ownerOf(token) !== undefined
    if (isKnown) reportSignedIn(request)
    const nodeRequest = {
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers: toRequestHeaders(request, proxies),
    }
    const read = reads.of(request)
    const exchange: Exchange = {
      nodeRequest,
      token,
      body: readBody(request, isKnown),
      response,
      stop,
      isShared: read !== undefined,
    }
    const answer = read ? await serveRead(exchange, read) : await asChange(nodeRequest, () => tryNodes(exchange))
    if (answer && !response.destroyed) sendBuffered(response, answer, ownHeaders(nodeRequest.path))
    if (!request.complete) exchange.body.drain()
  }

  /** Reads from before a change are not shared with those after it. */
  const asChange = async <T>({ method, path }: Exchange['nodeRequest'], send: () => Promise<T>): Promise<T> => {
    if (readsOnly(method)) return send()
    const invalidate = () => {
      reads.invalidate()
      if (!/^\/api\/v5\/(users|logout|sso)([/?]|$)/.test(path)) return
      tokens.revokedSome()
      if (!path.startsWith('/api/v5/logout')) tokens.changedRights()
    }
    invalidate()
    try {
      return await send()
    } finally {
      invalidate()
    }
  }

  const serveRead = async (exchange: Exchange, read: SharedRead): Promise<BufferedResponse | undefined> => {
    const startedAt = clock.now()
    const recent = await read.recent()
    if (recent || exchange.stop.signal.aborted) return recent
    const finish = read.start()
    exchange.onStreamed = () => finish(undefined)
    let answer: BufferedResponse | undefined
    let instead: BufferedResponse | undefined
    const stopChecking = clock.every(checkInterval, () => {
      instead ??= answerInstead(read, clock.now() - startedAt)
      if (instead && !exchange.response.headersSent) exchange.stop.abort(new Error('answered without the cluster'))
    })
    try {
      answer = await tryNodes(exchange)
    } finally {
      stopChecking()
      finish(answer?.status === 200 ? answer : undefined)
    }
    return answer ?? (exchange.response.headersSent ? undefined : instead)
  }

  /** The nodes wait for a hanging node until Erlang has removed it from the cluster. */
  const answerInstead = (read: SharedRead, waited: number): BufferedResponse | undefined => {
    if (waited < probeValidFor) return undefined
    const silent = nodes.silent(probeValidFor)
    const hanging = silent.filter(({ since, isHanging }) => isHanging && clock.now() - since <= hangingFor)
    if (waited < storedAfter || hanging.length === 0 || silent.length === nodes.all.length) return undefined
    const last = read.last()
    if (last) {
      const { answer, at } = last
      return { ...answer, headers: [...answer.headers, storedAnswerHeader, String(at)] }
    }
    return waited < refusedAfter ? undefined : waitsFor(hanging)
  }

  const tryNodes = async (exchange: Exchange): Promise<BufferedResponse | undefined> => {
    const { nodeRequest, token, body, stop } = exchange
    const failures: Failure[] = []
    let refused: BufferedResponse | undefined
    let isRepeated = false
    let left = nodes.inOrder(token === undefined ? undefined : tokens.ownerOf(token))
    for (let [node] = left; node; [node] = left) {
      left = left.slice(1)
      const outcome = await tryNode(exchange, node, left.length > 0)
      if (stop.signal.aborted) return undefined
      const status = outcome.kind === 'failed' ? 0 : outcome.kind === 'held' ? outcome.answer.status : outcome.status
      // Another node did not know the token, but this one does.
      if (refused && token !== undefined && status !== 401 && status !== 0) tokens.remember(token, node)
      if (outcome.kind === 'answered') return undefined
      if (outcome.kind === 'held') {
        if (status !== 401) return outcome.answer
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
    if (refused) return refused
    const entry = { cluster: name, method: nodeRequest.method, reason: failures.map(inWords).join('; ') }
    // The unreachable node is in the log already. Pages send requests every few seconds.
    if (readsOnly(nodeRequest.method)) log.debug(entry, 'cluster_unreachable')
    else log.warn(entry, 'cluster_unreachable')
    return unreachable(failures)
  }

  const tryNode = async (exchange: Exchange, node: ClusterNode, areOthers: boolean): Promise<AttemptResult> => {
    const { nodeRequest, token, body, response, stop, isShared } = exchange
    const given = new AbortController()
    const giveUp = () => given.abort(stop.signal.reason)
    stop.signal.addEventListener('abort', giveUp)
    const noteAnswer = (status: number) => {
      // A probe may have failed only because the node was slow.
      nodes.onResponse(node, status)
      if (token === undefined) return
      if (status === 401) tokens.onRejected(token)
      else if (status < 400 && isPolled(nodeRequest.path)) tokens.onAccepted(token, clock.now())
    }
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
          noteAnswer(status)
          exchange.onStreamed?.()
          return ownHeaders(nodeRequest.path)
        },
        buffers: (status, headers) => {
          noteAnswer(status)
          if (status === 401 && areOthers && token !== undefined && nodeRequest.method !== 'POST') return maxInspected
          return isShared && isShareable(status, headers) ? maxShared : undefined
        },
        ...(isLogin(nodeRequest) && {
          tap: readIssuedToken((issued, rights) => {
            tokens.remember(issued, node, rights)
            tokens.onAccepted(issued, clock.now())
          }),
        }),
      })
      if (outcome.kind === 'failed' && !stop.signal.aborted) judge(node, outcome)
      return outcome
    } finally {
      stopProbing()
      stop.signal.removeEventListener('abort', giveUp)
    }
  }

  /** Marks an unreachable node. Probes a node that broke the connection. */
  const judge = (node: ClusterNode, { sent, error }: Extract<AttemptResult, { kind: 'failed' }>): void => {
    if (sent) void nodes.isAlive(node)
    else if (!isOfTheRequest(error)) nodes.onFailure(node, error)
  }

  return {
    handle: (request, response) => {
      serve(request, response).catch((error: unknown) => {
        log.error({ cluster: name, error }, 'cluster_request_failed')
        if (response.headersSent) return void response.destroy()
        sendBuffered(response, unreachable([]), securityHeadersOf(request.url ?? ''))
      })
    },
    ask: async (path, authorization, sent) => {
      const [scheme = '', token = ''] = authorization.split(' ')
      const owner = scheme.toLowerCase() === 'bearer' ? tokens.ownerOf(token) : undefined
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
    nodes: () =>
      nodes.inOrder(undefined).map((one) => {
        const node = nodes.nameOf(one)
        return { url: one.url, ...(node !== undefined && { node }) }
      }),
    close: nodes.close,
  }
}

interface Exchange {
  readonly nodeRequest: Omit<NodeRequest, 'body'>
  readonly token: string | undefined
  readonly body: RequestBody
  readonly response: ServerResponse
  /** Aborted if the caller has disconnected, or gets another answer. */
  readonly stop: AbortController
  /** Whether a short answer is buffered, because identical requests get it, too. */
  readonly isShared: boolean
  /** Called when the answer is sent without being buffered, at the speed of the caller. */
  onStreamed?: () => void
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

/** No node responds: RFC 9110, 15.6.3 and 15.6.5. */
const unreachable = (failures: readonly Failure[]): BufferedResponse =>
  failures.length > 0 && failures.every(({ error }) => isTimeout(error))
    ? toError(504, 'Gateway Timeout', toMessage(failures))
    : toError(502, 'Bad Gateway', toMessage(failures))

const waitsFor = (hanging: readonly SilentNode[]): BufferedResponse => {
  const names = hanging.map(({ name, url }) => name ?? url).join(', ')
  return toError(503, 'Service Unavailable', `Node ${names} does not respond. The cluster waits for it`)
}

/** With EMQX's body. */
function toError(status: number, statusText: string, message: string): BufferedResponse {
  const body = Buffer.from(JSON.stringify({ code: 'SERVICE_UNAVAILABLE', message }))
  const headers = [
    'content-type',
    'application/json',
    'content-length',
    String(body.length),
    'cache-control',
    'no-store',
  ]
  return { status, statusText, headers, body }
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
