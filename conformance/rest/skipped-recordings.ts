import { isObject, type Recording, readContractText } from '@mqdeck/testkit'
import { isOpenSource, isRemote, mayChange, remoteMqtt, remoteUser } from './remote.ts'

/** Parts of the recorded conversation that are not run against a cluster in use, with the reason. */
const spared: readonly (readonly [RegExp, string])[] = [
  [/^(PUT|POST|DELETE) \/authentication\b/, 'an authenticator that is on keeps out everybody who is not in it'],
  [/^(PUT|POST|DELETE) \/authorization\b/, 'sources decide at once who may publish and subscribe'],
  [
    /^PUT \/(configs|mqtt\/(retainer|delayed|topic_rewrite|auto_subscribe)|prometheus|rule_engine|slow_subscriptions|file_transfer|opentelemetry|license)\b/,
    "settings are the owner's",
  ],
  [/^POST \/license\b/, "the licence is the owner's"],
  [/^(PUT|POST) \/gateways\b/, 'a gateway opens ports'],
  [/^(POST|DELETE) \/data\b/, 'an export stays on the disk of a node'],
  [/^DELETE \/alarms\b/, "the alarms of the past are the owner's"],
  [/^GET \/(authentication|authorization|gateways)\//, 'it tells of what was not made'],
  [/^GET \/(audit|data\/files)\b/, 'it tells of what was not done'],
]

/** Parts that need the clients of the conversation. */
const ofClients = /^\w+ \/(clients|clients_v2|subscriptions|topics|sessions_count|mqtt\/retainer\/message|publish)\b/

const spareMistakes: Readonly<Record<string, string>> = {
  'errors/gateway_stomp_unloaded': "whether the gateway is loaded is the owner's business",
  'errors/publish_202_no_sub': 'somebody may subscribe to everything',
  ...(remoteUser.username !== 'admin' && {
    'errors/users_delete_400_self': 'it would delete a user who is not the one of the tests',
  }),
}

/** Paths that only the enterprise edition has, as patterns of whole paths. */
const enterprisePaths = readContractText('enterprise-only-paths.txt')
  .split('\n')
  .filter(Boolean)
  .map((path) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`))

const isOfEnterprise = (path: string): boolean => {
  const [own = ''] = path.split('?', 1)
  return enterprisePaths.some((pattern) => pattern.test(own))
}

/** Connectors and what uses them. The open-source edition has two types. */
const openSourceTypes = ['http', 'mqtt', 'webhook']

function isOfEnterpriseType(path: string, request: unknown): boolean {
  if (!/^\/(connectors|actions|sources|bridges)(_probe)?\b/.test(path)) return false
  const [, inPath] = /^\/\w+\/([a-z_0-9]+)(?::|%3A)/i.exec(path) ?? []
  const type = inPath ?? (isObject(request) && typeof request.type === 'string' ? request.type : undefined)
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
    return name.startsWith('get-fresh/') ? undefined : 'it tells of what all of the conversation made'
  if (!mayChange) return 'TARGET_MAY_CHANGE=yes is not given'
  const call = `${method} ${path}`
  const [, reason] = spared.find(([pattern]) => pattern.test(call)) ?? []
  if (reason !== undefined) return reason
  if (isObject(request) && request.name === 'e2') return 'it wants a port that is taken'
  return remoteMqtt === undefined && ofClients.test(call) ? 'TARGET_MQTT=host:1883 is not given' : undefined
}
