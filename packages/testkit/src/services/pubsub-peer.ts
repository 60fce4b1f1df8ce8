import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { isRecord } from '@mqdeck/contract'
import { type ReceivedRequest, startHttpServer, type TestHttpServer } from '../http-server.ts'

/** `PubsubMessage` of the API. */
export interface PubsubPeerMessage {
  readonly data?: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly orderingKey?: string
}

/**
 * A fake Google Pub/Sub, because Google's emulator is not packaged in Debian and does not verify tokens. Verifies every
 * self-signed JWT and supports topics, subscriptions (create, get, patch), publish, pull and acknowledge with the limits, error
 * codes and deliveries of their documentation: messages that are not acknowledged before the deadline are delivered again,
 * and a message waits for earlier ones with the same ordering key.
 */
export interface PubsubPeer extends Pick<TestHttpServer, 'down'> {
  /** `127.0.0.1:1234`, the value of PUBSUB_EMULATOR_HOST. */
  readonly host: string
  /** JSON file of the only service account that is accepted. */
  readonly account: string
  /** Does nothing if it is running. */
  up(): Promise<void>
  createTopic(topic: string): void
  deleteTopic(topic: string): void
  deleteSubscription(subscription: string): void
  publish(topic: string, ...messages: readonly PubsubPeerMessage[]): void
  /** All messages of a topic so far. */
  published(topic: string): readonly PubsubPeerMessage[]
  subscription(name: string): Readonly<Record<string, unknown>> | undefined
  /** The number of messages of a subscription that are not acknowledged. */
  unacknowledged(subscription: string): number
  /** Error statuses for operations (`publish`, `pull`, `acknowledge`, `GET topics`) instead of their work. */
  refuse(how: (operation: string, request: ReceivedRequest) => number | undefined): void
}

interface Entry {
  readonly message: PubsubPeerMessage & { readonly messageId: string; readonly publishTime: string }
  /** Set while it is delivered and not acknowledged. */
  lease: { readonly ackId: string; readonly until: number } | undefined
}

interface Subscription {
  readonly settings: Record<string, unknown>
  entries: Entry[]
  readonly waiting: Set<() => void>
}

type Answer = readonly [status: number, body: unknown]

const codes: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ALREADY_EXISTS',
  503: 'UNAVAILABLE',
}
const failed = (code: number, message = ''): Answer => [code, { error: { code, message, status: codes[code] } }]

const names = /^[A-Za-z][A-Za-z0-9._~+%-]{2,254}$/
const project = 'mqtt-project'

/** @param secondMs length of a second of acknowledgement deadlines in milliseconds */
export async function startPubsubPeer({ secondMs = 1000 }: { readonly secondMs?: number } = {}): Promise<PubsubPeer> {
  const server = await startHttpServer()
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const account = {
    type: 'service_account',
    project_id: project,
    private_key_id: 'key-1',
    private_key: keys.privateKey,
    client_email: `mqtt@${project}.iam.gserviceaccount.com`,
    token_uri: 'https://oauth2.googleapis.com/token',
  }
  const topics = new Map<string, PubsubPeerMessage[]>()
  const subscriptions = new Map<string, Subscription>()
  let count = 0
  let refuse: Parameters<PubsubPeer['refuse']>[0] = () => undefined

  const topicName = (topic: string) => `projects/${project}/topics/${topic}`

  function publish(topic: string, messages: readonly PubsubPeerMessage[]): readonly string[] {
    const own = topics.get(topic)
    if (!own) throw new Error(`There is no topic ${topic}`)
    const stored = messages.map((message) => ({
      ...message,
      messageId: String(++count),
      publishTime: new Date().toISOString(),
    }))
    own.push(...messages)
    for (const { settings, entries, waiting } of subscriptions.values()) {
      if (settings.topic !== topicName(topic)) continue
      entries.push(...stored.map((message) => ({ message, lease: undefined })))
      for (const wake of waiting) wake()
    }
    return stored.map(({ messageId }) => messageId)
  }

  /** Messages in order. Those with an ordering key wait until earlier ones with the same key are acknowledged. */
  function take({ settings, entries }: Subscription, most: number): readonly unknown[] {
    const now = Date.now()
    const busyKeys = new Set<string>()
    const deadline = Number(settings.ackDeadlineSeconds) * secondMs
    const taken: Entry[] = []
    for (const entry of entries) {
      if (taken.length >= Math.min(most, 1000)) break
      const key = settings.enableMessageOrdering === true ? entry.message.orderingKey : undefined
      const isOut = entry.lease !== undefined && entry.lease.until > now
      if (isOut && key) busyKeys.add(key)
      if (isOut || (key && busyKeys.has(key))) continue
      entry.lease = { ackId: `ack-${++count}`, until: now + deadline }
      taken.push(entry)
    }
    return taken.map(({ message, lease }) => ({ ackId: lease?.ackId, message }))
  }

  /** Waits for messages, or for the end of a deadline, and in the end returns none. */
  function pull(subscription: Subscription, most: number, response: ServerResponse): void {
    let timer: NodeJS.Timeout | undefined
    const end = Date.now() + 90 * secondMs
    const wake = () => {
      if (response.destroyed) return done()
      const receivedMessages = take(subscription, most)
      if (receivedMessages.length > 0 || Date.now() >= end) {
        done()
        return reply(response, [200, receivedMessages.length > 0 ? { receivedMessages } : {}])
      }
      clearTimeout(timer)
      const next = Math.min(end, ...subscription.entries.flatMap(({ lease }) => lease?.until ?? []))
      timer = setTimeout(wake, Math.max(1, next - Date.now()))
    }
    const done = () => {
      clearTimeout(timer)
      subscription.waiting.delete(wake)
    }
    subscription.waiting.add(wake)
    response.on('close', done)
    wake()
  }

  function onTopic(operation: string, topic: string, body: unknown): Answer {
    if (!topics.has(topic)) return failed(404, `Resource not found (resource=${topic}).`)
    if (operation === 'GET topics') return [200, { name: topicName(topic) }]
    if (operation !== 'publish') return failed(404)
    const messages: readonly unknown[] = isRecord(body) && Array.isArray(body.messages) ? body.messages : []
    if (messages.length === 0 || messages.length > 1000) return failed(400, 'The number of messages is invalid.')
    const wrong = messages.map(faultOf).find((fault) => fault !== undefined)
    if (wrong !== undefined) return failed(400, wrong)
    return [200, { messageIds: publish(topic, messages as readonly PubsubPeerMessage[]) }] // checked above
  }

  function onSubscription(
    operation: string,
    name: string,
    body: unknown,
    response: ServerResponse,
  ): Answer | undefined {
    const found = subscriptions.get(name)
    const given = isRecord(body) ? body : {}
    if (operation === 'PUT subscriptions') {
      const { ackDeadlineSeconds: seconds = 10, topic } = given
      if (found) return failed(409, 'Resource already exists in the project.')
      if (![...topics.keys()].some((one) => topicName(one) === topic)) return failed(404, 'Resource not found.')
      if (!names.test(name) || name.startsWith('goog')) return failed(400, 'You have passed an invalid argument.')
      if (!isDeadline(seconds)) return failed(400, 'The deadline is invalid.')
      const settings = { ...given, name: `projects/${project}/subscriptions/${name}`, ackDeadlineSeconds: seconds }
      subscriptions.set(name, { settings, entries: [], waiting: new Set() })
      return [200, settings]
    }
    if (!found) return failed(404, `Resource not found (resource=${name}).`)
    if (operation === 'GET subscriptions') return [200, found.settings]
    if (operation === 'PATCH subscriptions') {
      const { ackDeadlineSeconds: seconds } = isRecord(given.subscription) ? given.subscription : {}
      if (given.updateMask !== 'ackDeadlineSeconds' || !isDeadline(seconds)) return failed(400)
      found.settings.ackDeadlineSeconds = seconds
      return [200, found.settings]
    }
    if (operation === 'pull') {
      const most = given.maxMessages
      if (typeof most !== 'number' || most < 1) return failed(400, 'max_messages must be positive.')
      pull(found, most, response)
      return undefined
    }
    if (operation !== 'acknowledge' || !Array.isArray(given.ackIds) || given.ackIds.length === 0) return failed(400)
    const ids = new Set<unknown>(given.ackIds)
    const now = Date.now()
    found.entries = found.entries.filter(({ lease }) => !lease || lease.until <= now || !ids.has(lease.ackId))
    for (const wake of found.waiting) wake()
    return [200, {}]
  }

  server.answer((request, response) => {
    const { method, target, headers, body } = request
    const path = new URL(target, server.origin).pathname
    const [, base, kind = '', rest = '', verb] =
      /^\/v1\/projects\/([^/]+)\/(topics|subscriptions)(?:\/([^:]+)(?::(\w+))?)?$/.exec(path) ?? []
    const operation = verb ?? `${method} ${kind}`
    if (!isAllowed(headers.authorization, account, keys.publicKey)) return reply(response, failed(401))
    const refused = refuse(operation, request)
    if (refused !== undefined) return reply(response, failed(refused))
    if (base === undefined || (verb !== undefined && method !== 'POST')) return reply(response, failed(404))
    if (decodeURIComponent(base) !== project) return reply(response, failed(403))
    const name = decodeURIComponent(rest)
    const given: unknown = body === '' ? undefined : JSON.parse(body)
    const answer =
      name === '' && operation === 'GET topics'
        ? ([200, { topics: [...topics.keys()].map((topic) => ({ name: topicName(topic) })) }] as const)
        : kind === 'topics'
          ? onTopic(operation, name, given)
          : onSubscription(operation, name, given, response)
    if (answer) reply(response, answer)
  })

  return {
    host: new URL(server.origin).host,
    account: JSON.stringify(account),
    down: server.down,
    async up() {
      await server.down()
      await server.up()
    },
    createTopic: (topic) => void topics.set(topic, []),
    deleteTopic(topic) {
      topics.delete(topic)
      for (const { settings } of subscriptions.values())
        if (settings.topic === topicName(topic)) settings.topic = '_deleted-topic_'
    },
    deleteSubscription: (name) => void subscriptions.delete(name),
    publish: (topic, ...messages) => void publish(topic, messages),
    published: (topic) => topics.get(topic) ?? [],
    subscription: (name) => subscriptions.get(name)?.settings,
    unacknowledged: (name) => subscriptions.get(name)?.entries.length ?? 0,
    refuse(how) {
      refuse = how
    },
  }
}

const reply = (response: ServerResponse, [status, body]: Answer) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const isDeadline = (seconds: unknown) => typeof seconds === 'number' && seconds >= 10 && seconds <= 600

/** As in Google's documents "Publish messages to topics" and "Quotas and limits". */
function faultOf(message: unknown): string | undefined {
  if (!isRecord(message)) return 'A message must be an object.'
  const { data = '', attributes = {}, orderingKey = '', ...unknown } = message
  if (Object.keys(unknown).length > 0) return 'Unknown name.'
  if (typeof data !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(data)) return 'Base64 decoding failed.'
  if (Buffer.byteLength(data, 'base64') > 10_000_000) return 'The message is too large.'
  if (typeof orderingKey !== 'string' || Buffer.byteLength(orderingKey) > 1024) return 'The ordering key is invalid.'
  if (!isRecord(attributes) || Object.keys(attributes).length > 100) return 'There are too many attributes.'
  for (const [key, value] of Object.entries(attributes)) {
    if (key === '' || Buffer.byteLength(key) > 256 || key.startsWith('goog')) return 'An attribute key is invalid.'
    if (typeof value !== 'string' || Buffer.byteLength(value) > 1024) return 'An attribute value is invalid.'
  }
  return data === '' && Object.keys(attributes).length === 0 ? 'A message must not be empty.' : undefined
}

/** AIP-4111: a JWT signed with the key of the account, for this service, of at most one hour. */
function isAllowed(
  header: string | undefined,
  account: { readonly client_email: string; readonly private_key_id: string },
  publicKey: string,
): boolean {
  const [head = '', claims = '', signature = ''] = /^Bearer (\S+)$/.exec(header ?? '')?.[1]?.split('.') ?? []
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${head}.${claims}`),
    createPublicKey(publicKey),
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) return false
  const [{ alg, kid }, { iss, sub, aud, iat, exp }] = [head, claims].map((part) =>
    JSON.parse(Buffer.from(part, 'base64url').toString()),
  ) as [Record<string, unknown>, Record<string, unknown>] // signed by the tested code
  const now = Date.now() / 1000
  return (
    alg === 'RS256' &&
    kid === account.private_key_id &&
    iss === account.client_email &&
    sub === account.client_email &&
    aud === 'https://pubsub.googleapis.com/' &&
    typeof iat === 'number' &&
    typeof exp === 'number' &&
    iat <= now &&
    exp > now &&
    exp - iat <= 3600
  )
}
