import type { AuthnStep, AuthzStep } from '@mqdeck/access'
import type { AuthenticatorSettings, AuthorizationSettings } from '@mqdeck/access/catalog'
import {
  type AuthenticateResult,
  type AuthorizeAction,
  type ClientInfo,
  parseFilter,
  ReasonError,
  type SimulatedClient,
  validateTopicFilter,
  validateTopicName,
  withoutDelayPrefix,
} from '@mqdeck/broker'
import { AppError, type ExplainRequest, type ExplainStep, type Explanation } from '@mqdeck/contract'
import type * as z from 'zod'
import type { Configuration } from '../../../broker-config/configuration.ts'
import { withFolder } from '../../../broker-config/folder-variables.ts'
import { refuseMember } from '../access/chains.ts'
import type { Access } from '../access/service.ts'
import { withSourceFolders } from '../authorization/service.ts'
import type { Bans } from '../banned/service.ts'
import { toBan } from '../banned/service.ts'
import type { BrokerContext } from '../broker-context.ts'

type SimulatedRequest = z.output<typeof ExplainRequest>
export interface ExplainParts
  extends Pick<BrokerContext, 'broker' | 'configuration' | 'folder' | 'clock'>,
    Pick<Access, 'authentication' | 'authorization'> {
  readonly bans: Bans
}

/** "Banned" (MQTT 5, 3.2.2.2). */
const banned = 0x8a

/**
 * Simulates how the broker handles a client, in the same order: bans, the names in CONNECT, authentication, and the
 * authorization of an action.
 * @throws {AppError} (rejects) for an invalid draft, a listener that does not exist, or an invalid topic
 */
export async function explainAccess(simulated: SimulatedRequest, parts: ExplainParts): Promise<Explanation> {
  const { broker, bans, configuration, folder } = parts
  const draft = readDraft(simulated.draft, configuration, folder)
  const action = simulated.action && toAction(simulated.action)
  const simulatedClient = simulateConnect(simulated, broker)
  const { info, refusal } = simulatedClient
  const ban = bans.find(info)
  const code = ban ? banned : refusal
  const client = describeClient(info)
  const connect = {
    result: code === undefined ? 'allow' : 'deny',
    reason_code: code ?? null,
    ban: ban ? toBan(ban) : null,
  } as const
  if (code !== undefined) return { result: 'deny', client, connect, authentication: null, authorization: null }

  const authenticated = await authenticate(simulated, simulatedClient, parts, draft.authentication)
  const authentication = describeAuthentication(simulatedClient, authenticated)
  const { result } = authenticated
  if (authentication.result === 'deny' || result.result === 'continue' || result.result === 'deny' || !action)
    return { result: authentication.result, client, connect, authentication, authorization: null }

  const authorization = await authorize(admitted(info, result), action, parts, draft.authorization)
  return { result: authorization.result, client, connect, authentication, authorization }
}

function simulateConnect(simulated: SimulatedRequest, broker: ExplainParts['broker']): SimulatedClient {
  const { clientid, username, password, peerhost, cert_common_name, cert_subject, client_attrs } = simulated
  const listener = simulated.listener ?? usualListener(broker)
  const simulatedClient =
    listener === undefined
      ? undefined
      : broker.simulateConnect({
          listener,
          clientId: clientid,
          username,
          password: toBytes(password),
          peerhost,
          certCommonName: cert_common_name,
          certSubject: cert_subject,
        })
  if (!simulatedClient) throw new AppError('BAD_REQUEST', `Listener ${listener ?? ''} does not exist`.trim())
  const { info } = simulatedClient
  return { ...simulatedClient, info: { ...info, attributes: { ...info.attributes, ...client_attrs } } }
}

/** The default listener, or the first one if it does not exist. */
function usualListener(broker: ExplainParts['broker']): string | undefined {
  const ids = broker.listeners().map(({ id }) => id)
  return ids.includes('tcp:default') ? 'tcp:default' : ids[0]
}

interface AuthenticationOutcome {
  readonly result: AuthenticateResult
  readonly steps: readonly AuthnStep[]
  /** The listener decides, regardless of the authentication chain. */
  readonly byListener: boolean
}

/** MQTT 5, 3.2.2.2: not authorized. */
const nobody: AuthenticateResult = { result: 'deny', reasonCode: 0x87 }

async function authenticate(
  { password }: SimulatedRequest,
  { info, authentication: mode }: SimulatedClient,
  { authentication }: ExplainParts,
  draft: Parameters<ExplainParts['authentication']['explain']>[1],
): Promise<AuthenticationOutcome> {
  if (mode === false) return { result: { result: 'ignore' }, steps: [], byListener: true }
  if (mode === 'quick_deny_anonymous' && info.username === undefined)
    return { result: nobody, steps: [], byListener: true }
  const credentials = { client: info, password: toBytes(password), method: undefined, data: undefined, exchange: {} }
  const explained = await authentication.explain(credentials, draft).catch(refuseMember('authentication'))
  return { ...explained, byListener: false }
}

function describeAuthentication(
  { info }: SimulatedClient,
  { result, steps, byListener }: AuthenticationOutcome,
): NonNullable<Explanation['authentication']> {
  const isAllowed = result.result === 'allow' || result.result === 'ignore'
  const decided = steps.find((one) => one.result === 'allow' || one.result === 'deny')
  const client = isAllowed ? admitted(info, result) : info
  return {
    result: isAllowed ? 'allow' : 'deny',
    by: byListener ? 'listener' : (decided?.id ?? (isAllowed ? 'anonymous' : 'nobody')),
    reason_code: result.result === 'deny' ? result.reasonCode : null,
    is_superuser: client.isSuperuser,
    client_attrs: { ...client.attributes },
    steps: steps.map(({ id, ...step }) => toStep(id, step)),
  }
}

/** The client after CONNECT, with the attributes from the authenticator. */
function admitted(info: ClientInfo, result: Extract<AuthenticateResult, { result: 'allow' | 'ignore' }>): ClientInfo {
  if (result.result === 'ignore') return info
  const { isSuperuser = false, attributes, expiresAt, acl } = result
  return { ...info, isSuperuser, attributes: { ...info.attributes, ...attributes }, authExpiresAt: expiresAt, acl }
}

async function authorize(
  client: ClientInfo,
  action: AuthorizeAction,
  { authorization, broker, configuration }: ExplainParts,
  draft: Parameters<ExplainParts['authorization']['explain']>[2],
): Promise<NonNullable<Explanation['authorization']>> {
  const { result, by, steps } = await authorization
    .explain(client, action, draft)
    .catch(refuseMember('authorization.sources'))
  const { deny_action } = draft ?? configuration.get('authorization')
  const live = draft ? undefined : broker.client(client.clientId)
  const known = live && authorization.cached(live.info).find((one) => isSame(one.action, action))
  return {
    result,
    by,
    topic: action.topic,
    disconnects: result === 'deny' && deny_action === 'disconnect',
    cached: known?.result ?? null,
    steps: steps.map(({ type, ...step }) => toStep(type, step)),
  }
}

const isSame = (one: AuthorizeAction, { type, topic, qos, retain }: AuthorizeAction) =>
  one.type === type && one.topic === topic && one.qos === qos && (type === 'subscribe' || one.retain === retain)

const toStep = (
  id: string,
  { result, notes, took }: Pick<AuthnStep | AuthzStep, 'result' | 'notes' | 'took'>,
): ExplainStep => ({
  id,
  result,
  took: Math.round(took * 1000) / 1000,
  notes: notes.map(({ what, detail = null }) => ({ what, detail })),
})

/** The query of the broker. */
function toAction({ type, topic, qos, retain }: NonNullable<SimulatedRequest['action']>): AuthorizeAction {
  try {
    if (type === 'publish') validateTopicName(topic)
    else validateTopicFilter(topic)
  } catch (error) {
    if (error instanceof ReasonError) throw new AppError('BAD_REQUEST', `The topic ${topic} is invalid`)
    throw error
  }
  return type === 'publish'
    ? { type, topic: withoutDelayPrefix(topic), qos, retain }
    : { type, topic: parseFilter(topic).filter, qos, retain: false }
}

const describeClient = ({ clientId, username, peerhost, listener, zone, mountpoint }: ClientInfo) => ({
  clientid: clientId,
  username: username ?? null,
  peerhost,
  listener,
  zone,
  mountpoint: mountpoint ?? null,
})

const toBytes = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text))

/** Settings to use instead of the active ones. Undefined where there are none. */
interface Draft {
  readonly authentication: readonly AuthenticatorSettings[] | undefined
  readonly authorization: AuthorizationSettings | undefined
}

/**
 * Validates unsaved settings as strictly as if they were saved.
 * @throws {AppError}
 */
function readDraft(
  draft: z.output<typeof ExplainRequest>['draft'],
  configuration: Pick<Configuration, 'get' | 'check'>,
  folder: string,
): Draft {
  const { authentication, authorization } = draft ?? {}
  if (!authentication && !authorization) return { authentication: undefined, authorization: undefined }
  const view = configuration.check({
    ...(authentication && { authentication }),
    ...(authorization && { authorization: { ...configuration.get('authorization'), ...authorization } }),
  })
  return {
    authentication: authentication && withFolder(view.plain('authentication'), folder),
    authorization: authorization && withSourceFolders(view.plain('authorization'), folder),
  }
}
