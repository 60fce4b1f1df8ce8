import {
  type AuthenticateResult,
  type AuthorizeAction,
  type ClientInfo,
  type ConnectDetails,
  type Message,
  ReasonError,
  reasonCode,
  validateTopicName,
} from '@mqdeck/broker'
import type { ReturnedMessage, ValuedAnswer } from './answers.ts'
import type { AskingHook } from './protocol.ts'
import { type BrokerIdentity, toClientInfo, toMessage, toMeta } from './requests.ts'
import type { ExHookServer, MakeRequest } from './server.ts'

type Servers = readonly ExHookServer[]

/** The combined decision of the servers. */
interface Outcome<T> {
  readonly value: T
  /** By `failed_action`. */
  readonly isDenied: boolean
  /** At least one server answered. */
  readonly isAnswered: boolean
}

/**
 * Asks the servers in their order. Each sees what those before it decided, until one stops.
 * @param merge the next value; undefined if the answer has no usable value. May throw: the call has failed then
 */
async function askAll<T>(
  servers: Servers,
  hook: AskingHook,
  key: string,
  first: T,
  request: (value: T) => MakeRequest,
  merge: (value: T, answer: ValuedAnswer) => T | undefined,
): Promise<Outcome<T>> {
  let value = first
  let isAnswered = false
  for (const server of servers) {
    const answer = await server.ask(hook, key, request(value))
    const merged = answer === 'failed' ? answer : apply(value, answer, merge)
    if (merged === 'failed') {
      if (server.settings.failed_action === 'deny') return { value, isDenied: true, isAnswered }
      continue
    }
    isAnswered = true
    if (merged === undefined) continue
    value = merged
    if (answer !== 'failed' && answer.type === 'STOP_AND_RETURN') break
  }
  return { value, isDenied: false, isAnswered }
}

function apply<T>(
  value: T,
  answer: ValuedAnswer,
  merge: (value: T, answer: ValuedAnswer) => T | undefined,
): T | undefined | 'failed' {
  if (answer.type === 'IGNORE') return undefined
  try {
    return merge(value, answer)
  } catch (error) {
    if (error instanceof ReasonError) return 'failed'
    throw error
  }
}

const notAuthorized: AuthenticateResult = { result: 'deny', reasonCode: reasonCode.notAuthorized }

/** Only asked if no authenticator decided. As in EMQX, a client that no server accepts is denied. */
export async function authenticate(
  servers: Servers,
  identity: BrokerIdentity,
  decision: AuthenticateResult,
  client: ClientInfo,
  { password }: ConnectDetails,
): Promise<AuthenticateResult> {
  const { value, isDenied, isAnswered } = await askAll(
    servers,
    'client.authenticate',
    client.clientId,
    false,
    (result) => () => ({ clientinfo: toClientInfo(client, identity, password), result, meta: toMeta(identity) }),
    (_, { boolResult }) => boolResult,
  )
  if (isDenied) return notAuthorized
  if (!isAnswered) return decision
  return value ? { result: 'allow' } : notAuthorized
}

/** Only asked if no source decided. */
export async function authorize(
  servers: Servers,
  identity: BrokerIdentity,
  client: ClientInfo,
  { type, topic }: AuthorizeAction,
  noMatch: 'allow' | 'deny',
): Promise<'allow' | 'deny' | 'failed' | undefined> {
  const { value, isDenied, isAnswered } = await askAll(
    servers,
    'client.authorize',
    client.clientId,
    noMatch === 'allow',
    (result) => () => ({
      clientinfo: toClientInfo(client, identity),
      type: type === 'publish' ? 'PUBLISH' : 'SUBSCRIBE',
      topic,
      result,
      meta: toMeta(identity),
    }),
    (_, { boolResult }) => boolResult,
  )
  if (isDenied) return 'failed'
  if (!isAnswered) return undefined
  return value ? 'allow' : 'deny'
}

/** @throws {ReasonError} (rejects) if a server failed and its `failed_action` is `deny` */
export async function publish(
  servers: Servers,
  identity: BrokerIdentity,
  message: Message,
  properties: (message: Message) => (version: 'v2' | 'v3') => object,
): Promise<Message | undefined> {
  const { value, isDenied } = await askAll<Publication>(
    servers,
    'message.publish',
    message.from.clientId,
    { message, isAllowed: true },
    ({ message: current, isAllowed }) => {
      const shown = toMessage(current, identity)
      const headers = isAllowed ? shown.headers : { ...shown.headers, allow_publish: 'false' }
      return (version) => ({
        message: { ...shown, headers },
        meta: toMeta(identity),
        ...properties(current)(version),
      })
    },
    (before, { message: returned }) => returned && merge(before, returned),
  )
  if (isDenied) throw new ReasonError(reasonCode.implementationSpecificError, 'exhook_failed')
  return value.isAllowed ? value.message : undefined
}

interface Publication {
  readonly message: Message
  readonly isAllowed: boolean
}

/**
 * Payload, topic, QoS and the header `allow_publish` count.
 * @throws {ReasonError} for a topic or QoS that no message can have
 */
function merge({ message, isAllowed }: Publication, returned: ReturnedMessage): Publication {
  const { topic, payload, allowPublish = isAllowed } = returned
  if (topic !== message.topic) validateTopicName(topic, Number.POSITIVE_INFINITY)
  const qos = ([0, 1, 2] as const).find((one) => one === returned.qos)
  if (qos === undefined) throw new ReasonError(reasonCode.malformedPacket, 'malformed_packet')
  const isSame = topic === message.topic && qos === message.qos && Buffer.compare(payload, message.payload) === 0
  return { message: isSame ? message : { ...message, topic, qos, payload }, isAllowed: allowPublish }
}
