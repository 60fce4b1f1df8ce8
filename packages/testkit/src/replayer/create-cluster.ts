import { readContractFile } from '../recordings/contract-folder.ts'
import { objectAt } from '../recordings/json.ts'
import { recordedTexts, recordings } from '../recordings/recordings.ts'
import { type ApiDocument, createApiDocument } from './api-document.ts'
import { type Cluster, itemsOf } from './cluster.ts'
import { asOpenSource, type Edition, isServedBy, openSourceOnly } from './editions.ts'
import { loadedExHooks } from './exhooks.ts'
import { loadedGateways } from './gateways.ts'
import { envelopeOf } from './lists.ts'
import { loadedPlugins } from './plugins.ts'
import { learn, toRecorded } from './recorded-behavior.ts'
import { createWorld, type Recordings, recordedGets, recordedRefusals } from './resources.ts'
import { createSessions } from './sessions.ts'
import { clusterRecordings, nodeNames } from './two-nodes.ts'

export interface ClusterOptions {
  /** Default: enterprise, because most recordings are from that edition. */
  readonly edition?: Edition
  /** 2: `emqx@127.0.0.1` and `emqx2@127.0.0.1`, each with its own address. */
  readonly nodes?: 1 | 2
  /**
   * `seeded`: after the recorded conversation, with its clients. `fresh`: before it. `inhabited`: before it, with the
   * clients.
   */
  readonly data?: 'seeded' | 'fresh' | 'inhabited'
  /** Tokens are valid only on the node that issued them, as before replication. */
  readonly ownTokens?: boolean
  /** Password of `admin`. Default `public`. */
  readonly password?: string
  /** Responses that replace recorded ones, by path below `/api/v5`, to simulate a newer cluster. */
  readonly answers?: Readonly<Record<string, unknown>>
  /** `loaded`: all kinds of gateways are loaded as recorded, with clients. Default: as in `data`. */
  readonly gateways?: 'loaded'
  /** `loaded`: three ExHook servers in different states. Default: as in `data`. */
  readonly exhooks?: 'loaded'
  /** `loaded`: three plugins in different states. Default: none. */
  readonly plugins?: 'loaded'
}

/** @param isUp whether a node is running; may change later */
export function createCluster(options: ClusterOptions, isUp: readonly (boolean | undefined)[]): Cluster {
  const {
    edition = 'enterprise',
    nodes = 1,
    data = 'seeded',
    ownTokens = false,
    password = 'public',
    answers = {},
    gateways,
    exhooks,
    plugins,
  } = options
  const document = createApiDocument(
    objectAt({ read: readContractFile('openapi.json') }, 'read'),
    isServedBy(edition),
    edition === 'open-source' ? openSourceOnly : {},
  )
  const replaced = new Map(
    Object.entries(answers).map(([path, value]) => [document.route(path)?.path ?? path, value] as const),
  )
  const start = startOf(data, document)
  const suited = (recordings: Recordings): Recordings => {
    const own = new Map([...recordings].filter(([key]) => !replaced.has(key.split('?')[0] ?? '')))
    return edition === 'open-source' ? asOpenSource(own) : own
  }
  // These were recorded with one node only.
  const loaded = Object.entries({ gateways, exhooks, plugins }).flatMap(([name, value]) => (value ? [`/${name}`] : []))
  const ofTwo = (recordings: Recordings): Recordings =>
    suited(new Map([...recordings].filter(([key]) => !loaded.some((path) => key.startsWith(path)))))
  const both = ofTwo(clusterRecordings('running', document, start, data === 'seeded'))
  const first = ofTwo(clusterRecordings('node2_stopped', document, start, data === 'seeded'))
  const folder = data === 'seeded' ? 'get-seeded' : 'get-fresh'
  const refused = recordedRefusals(folder, document)
  const withoutSecond = recordedRefusals('cluster2', document, (name) => name.startsWith('cluster2/node2_stopped_'))
  const resources = createWorld({
    base: new Map([
      ...suited(start),
      ...(gateways === 'loaded' ? suited(loadedGateways(document)) : none),
      ...(exhooks === 'loaded' ? suited(loadedExHooks(document)) : none),
      ...(plugins === 'loaded' ? suited(loadedPlugins()) : none),
      ...replaced,
    ]),
    texts: recordedTexts(folder),
    cluster: () => (nodes === 1 ? none : isUp[1] === true ? both : first),
  })
  return {
    document,
    resources,
    behavior: learn(document),
    sessions: createSessions(resources, { edition, ownTokens, password }),
    edition,
    nodes: () => nodeNames.filter((_, index) => index < nodes && (index === 0 || isUp[index] === true)),
    items: itemsOf(document),
    refusal: (path) => (nodes === 2 && isUp[1] !== true ? withoutSecond.get(path) : undefined) ?? refused.get(path),
  }
}

const none: Recordings = new Map()

/** Data that comes from the clients and not from the API. */
const withClients = [
  '/clients',
  '/subscriptions',
  '/topics',
  '/mqtt/retainer/messages',
  '/sessions_count',
  '/nodes',
  '/stats',
  '/metrics',
]

function startOf(data: NonNullable<ClusterOptions['data']>, document: ApiDocument): Recordings {
  const known = new Map(recordedGets(data === 'seeded' ? 'get-seeded' : 'get-fresh', document))
  const seed = recordings('seed')
    .filter(({ method, status }) => method === 'GET' && status === 200)
    .flatMap((one) => toRecorded(one, document))
  if (data === 'inhabited')
    for (const path of withClients)
      known.set(path, seed.find(({ route, query }) => route.path === path && query === '')?.body)
  const active = envelopeOf(known.get('/alarms'))
  const past = envelopeOf(
    seed.findLast(({ route, query }) => route.path === '/alarms' && query === 'activated=false')?.body,
  )
  // One list contains both. A filter selects them.
  if (active && past) known.set('/alarms', active.pack([...active.rows, ...past.rows]))
  return known
}
