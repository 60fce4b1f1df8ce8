import { isRecord } from '@mqdeck/contract'
import { type Recording, readContractPaths } from '@mqdeck/testkit'
import { isOpenSource, isRemote, mayChange, remoteMqtt, remoteUser } from './remote.ts'

/** Parts of the recorded conversation that are not run against a cluster in use, with the reason. */
const spared: readonly (readonly [RegExp, string])[] = [
  [/^(PUT|POST|DELETE) \/authentication\b/, 'an enabled authenticator rejects all clients without a user'],
  [/^(PUT|POST|DELETE) \/authorization\b/, 'sources immediately decide on publishing and subscribing'],
  [
    /^PUT \/(configs|mqtt\/(retainer|delayed|topic_rewrite|auto_subscribe)|prometheus|rule_engine|slow_subscriptions|file_transfer|opentelemetry|license)\b/,
    'settings belong to the owner',
  ],
  [/^POST \/license\b/, 'the licence belongs to the owner'],
  [/^(PUT|POST) \/gateways\b/, 'a gateway opens ports'],
  [/^(POST|DELETE) \/data\b/, 'an export remains on the disk of a node'],
  [/^DELETE \/alarms\b/, 'past alarms belong to the owner'],
  [/^GET \/(authentication|authorization|gateways)\//, 'it depends on objects that were not created'],
  [/^GET \/(audit|data\/files)\b/, 'it depends on skipped requests'],
]

/** Parts that need the clients of the conversation. */
const ofClients = /^\w+ \/(clients|clients_v2|subscriptions|topics|sessions_count|mqtt\/retainer\/message|publish)\b/

const spareMistakes: Readonly<Record<string, string>> = {
  'errors/gateway_stomp_unloaded': 'the state of gateways belongs to the owner',
  'errors/publish_202_no_sub': 'a client may subscribe to all topics',
  ...(remoteUser.username !== 'admin' && {
    'errors/users_delete_400_self': 'it would delete a user that does not belong to the tests',
  }),
}

/** Paths that only the enterprise edition has, as patterns of whole paths. */
const enterprisePaths = readContractPaths('enterprise-only-paths.txt').map(
  (path) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
)

const isOfEnterprise = (path: string): boolean => {
  const [own = ''] = path.split('?', 1)
  return enterprisePaths.some((pattern) => pattern.test(own))
}

/** Connectors and what uses them. The open-source edition has two types. */
const openSourceTypes = ['http', 'mqtt', 'webhook']

function isOfEnterpriseType(path: string, request: unknown): boolean {
  if (!/^\/(connectors|actions|sources|bridges)(_probe)?\b/.test(path)) return false
  const [, inPath] = /^\/\w+\/([a-z_0-9]+)(?::|%3A)/i.exec(path) ?? []
  const type = inPath ?? (isRecord(request) && typeof request.type === 'string' ? request.type : undefined)
  return type !== undefined && !openSourceTypes.includes(type)
}

/** Fields that the open-source edition omits: roles and the origin of an account, the licence. */
export const isMissingInOpenSource = (difference: string): boolean =>
  /\b(role|backend|license\w*)\b[^:]*: missing$/.test(difference)

/** Why a recording is not run against this target. Undefined if it is. All recordings are run against MQDeck. */
export function skipReason({ name, method, path, request }: Recording): string | undefined {
  if (!isRemote) return undefined
  if (isOpenSource && isOfEnterprise(path)) return 'the open-source edition has no such path'
  if (isOpenSource && isOfEnterpriseType(path, request)) return 'the open-source edition has no such type'
  if (name.startsWith('errors/')) return spareMistakes[name]
  if (!name.startsWith('seed/'))
    return name.startsWith('get-fresh/') ? undefined : 'it depends on the whole conversation'
  if (!mayChange) return 'TARGET_MAY_CHANGE=yes is not set'
  const call = `${method} ${path}`
  const [, reason] = spared.find(([pattern]) => pattern.test(call)) ?? []
  if (reason !== undefined) return reason
  if (isRecord(request) && request.name === 'e2') return 'it needs a port that is in use'
  return remoteMqtt === undefined && ofClients.test(call) ? 'TARGET_MQTT=host:1883 is not set' : undefined
}
