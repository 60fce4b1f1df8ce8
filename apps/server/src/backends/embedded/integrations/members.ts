import {
  AppError,
  type IntegrationStatistics,
  type IntegrationSummary,
  isRecord,
  type Kind,
  type NodeStatus,
  noContent,
  ok,
  type StillUsed,
  type Struct,
  structKind,
  unmasked,
} from '@mqdeck/contract'
import { IntegrationError, type Integrations } from '@mqdeck/integrations'
import { type IntegrationKind, newOf, structsOf, typesOf, unavailableType } from '@mqdeck/integrations/catalog'
import { readRoot } from '../../../broker-config/read-root.ts'
import type { Call } from '../../../http/mount.ts'
import { authorOf } from '../management.ts'
import { commonStatus, type NodeAnswer, toNodeMetrics } from '../nodes.ts'
import {
  created,
  deleted,
  draftOf,
  type IntegrationDraft,
  notFound,
  parseId,
  type ResourceId,
  rootOf,
  rulesUsing,
  type Settings,
  StillUsedError,
  settingsOf,
  switched,
  toId,
  updated,
} from './draft.ts'
import type { IntegrationContext } from './service.ts'

type State = ReturnType<Integrations['state']>

/** Fields in addition to the settings. */
interface Stated {
  readonly status: NodeStatus['status']
  readonly status_reason?: string
  readonly node_status: NodeStatus[]
}

type ToRow<T> = (id: ResourceId, settings: Settings, state: Stated) => T

/** Handlers that connectors, actions and sources share. */
export function integrationMembers(part: IntegrationKind, context: IntegrationContext) {
  const { configuration, integrations, nodes, clock } = context
  const root = rootOf[part]
  const path = `/${root}`

  /** Settings with masked secrets. Lists mask whole roots once. */
  const readShown = (): ((id: ResourceId) => Settings) => {
    const shown = configuration.shown(root)
    return ({ type, name }) => {
      const named = Object.hasOwn(shown, type) ? shown[type] : undefined
      const settings = named && Object.hasOwn(named, name) ? named[name] : undefined
      if (!settings) throw notFound(part, { type, name })
      return settings
    }
  }
  const shownOf = (id: ResourceId): Settings => readShown()(id)
  const requireOne = (text: string): ResourceId => {
    const id = parseId(part, text)
    shownOf(id)
    return id
  }
  const all = (): readonly ResourceId[] =>
    Object.entries(configuration.get(root))
      .flatMap(([type, named]) => Object.keys(named ?? {}).map((name) => ({ type, name })))
      .sort((a, b) => (toId(a) < toId(b) ? -1 : 1))

  const allShown = () => {
    const shown = readShown()
    return all().map((id) => ({ id, settings: shown(id) }))
  }

  const change = (call: Call, what: string, make: (draft: IntegrationDraft) => IntegrationDraft) =>
    configuration.change((view) => ({ ...make(draftOf(view)) }), authorOf(call, what))

  const statesOf = nodes.operation((ids: readonly ResourceId[]) => ids.map((id) => integrations.state(part, toId(id))))
  const startOf = nodes.operation((id: ResourceId) => integrations.run(part, toId(id), 'start'))

  function toStated(states: readonly NodeAnswer<State>[]): Stated {
    const node_status = states.map(({ node, answer }) => {
      const { status, reason } = answer ?? { status: 'disconnected' as const, reason: 'Not installed' }
      // EMQX returns an empty reason for actions and none for connectors.
      return { node, status, ...(part === 'connector' && reason === '' ? {} : { status_reason: reason }) }
    })
    const status_reason = node_status.find((one) => one.status_reason)?.status_reason ?? node_status[0]?.status_reason
    return {
      status: commonStatus(node_status.map(({ status }) => status)),
      ...(status_reason !== undefined && { status_reason }),
      node_status,
    }
  }
  const rulesOf = (id: ResourceId) => [...rulesUsing(configuration.get('rule_engine').rules, part, toId(id))]

  /** The API representation. */
  function toAnswer(id: ResourceId, settings: Settings, state: Stated) {
    const others =
      part === 'connector' ? dependantsOf(id.type, id.name) : { error: state.status_reason ?? '', rules: rulesOf(id) }
    return { ...settings, ...id, ...others, ...state }
  }
  /** Rows with their states. Each node is asked once. */
  async function rowsOf<T>(some: ReturnType<typeof allShown>, toRow: ToRow<T>): Promise<T[]> {
    const answers = await statesOf.onAll(some.map(({ id }) => id))
    return some.map(({ id, settings }, index) =>
      toRow(id, settings, toStated(answers.map(({ node, answer }) => ({ node, answer: answer[index] })))),
    )
  }
  async function stated(id: ResourceId): Promise<Stated> {
    const answers = await statesOf.onAll([id])
    return toStated(answers.map(({ node, answer: [state] }) => ({ node, answer: state })))
  }
  const get = async (id: ResourceId) => toAnswer(id, shownOf(id), await stated(id))

  /** Names of the actions and sources that use a connector. */
  function dependantsOf(type: string, connector: string) {
    const namesIn = (where: 'actions' | 'sources') =>
      Object.entries(configuration.get(where)[type] ?? {}).flatMap(([name, one]) =>
        one.connector === connector ? [name] : [],
      )
    return { actions: namesIn('actions'), sources: namesIn('sources') }
  }

  function read(body: unknown): { readonly id: ResourceId; readonly settings: Settings } {
    requireAvailableType(body)
    const { type, name, ...settings } = readRoot(newOf(part).schema, body, 'root')
    return { id: { type, name }, settings }
  }

  /**
   * Settings in plain units, as they would run. `******` is replaced with the secret of the existing object with this
   * name.
   */
  function readOpen(body: unknown): { readonly id: ResourceId; readonly plain: unknown } {
    const { id, settings } = read(body)
    const kind = configKind(part, id)
    return { id, plain: kind.toPlain(unmasked(kind, settings, settingsOf(configuration, part, id))) }
  }

  /** Responses can be sent back as requests. */
  function readUpdate(id: ResourceId, body: object): Settings {
    const { type = id.type, name = id.name, ...rest }: Settings = { ...body }
    if (type !== id.type || name !== id.name)
      throw new AppError('BAD_REQUEST', 'The type and the name cannot be changed')
    return Object.fromEntries(Object.entries(rest).filter(([key]) => !answeredOnly.has(key)))
  }

  function toSummary(id: ResourceId, settings: Settings, state: Stated): IntegrationSummary {
    const { enable, description, created_at, last_modified_at } = settings
    return {
      ...id,
      enable: enable === true,
      description: typeof description === 'string' ? description : '',
      created_at: toNumber(created_at),
      last_modified_at: toNumber(last_modified_at),
      ...state,
      rules: rulesOf(id),
    }
  }

  /** @param node Default: all nodes */
  async function start(text: string, node?: string) {
    if (node !== undefined) nodes.require(node)
    const id = requireOne(text)
    if (shownOf(id).enable !== true)
      throw new AppError('BAD_REQUEST', `Forbidden operation, ${part === 'connector' ? part : 'bridge'} not enabled`)
    await (node === undefined ? startOf.onAll(id) : startOf.on(node, id))
    const { status, status_reason } = await stated(id)
    if (status === 'disconnected') throw new AppError('BAD_REQUEST', status_reason || status)
    return noContent
  }

  return {
    read,
    readUpdate,
    answer: get,
    list: () => rowsOf(allShown(), toAnswer),
    summaries: async () => ok(await rowsOf(allShown(), toSummary)),
    types: () => ok<string[]>([...typesOf(part)]),
    async create(body: unknown, call: Call) {
      const { id, settings } = read(body)
      await change(call, `POST ${path}`, (draft) => created(draft, part, id, settings, clock.now()))
      return get(id)
    },
    get: async (text: string) => get(requireOne(text)),
    async update(text: string, body: object, call: Call) {
      const id = requireOne(text)
      const settings = readUpdate(id, body)
      await change(call, `PUT ${path}/${text}`, (draft) => updated(draft, part, id, settings, clock.now()))
      return get(id)
    },
    async remove(text: string, fromRules: boolean, call: Call) {
      const id = parseId(part, text)
      await change(call, `DELETE ${path}/${text}`, (draft) => deleted(draft, part, id, fromRules))
      return noContent
    },
    async enable(text: string, enable: boolean, call: Call) {
      const id = parseId(part, text)
      await change(call, `PUT ${path}/${text}/enable/${enable}`, (draft) =>
        switched(draft, part, id, enable, clock.now()),
      )
      return noContent
    },
    start,
    readOpen,
    async probe(body: unknown) {
      const { id, plain } = readOpen(body)
      await orTestFailed(integrations.probe(part as 'action', id.type, plain as never))
      return noContent
    },
  }
}

/** Every reason why the object cannot work is a result of the test. */
export const orTestFailed = <T>(test: Promise<T>): Promise<T> =>
  test.catch((error: unknown) => {
    if (error instanceof IntegrationError)
      throw new AppError('TEST_FAILED', error.message, { cause: error, status: 400 })
    throw error
  })

/** @throws {AppError} BAD_REQUEST with the reason for a type of EMQX that this node cannot run */
export function requireAvailableType(body: unknown): void {
  const type = isRecord(body) ? body.type : undefined
  const why = typeof type === 'string' ? unavailableType(type)?.reason : undefined
  if (!why) return
  const reason = `not available on this node. ${why.en}`
  throw new AppError('BAD_REQUEST', JSON.stringify({ reason, path: 'root', type, kind: 'validation_error' }))
}

/** Settings stored under a type and name. */
function configKind(part: IntegrationKind, id: ResourceId): Kind<Settings> {
  const structs = structsOf(part, id.type)
  if (!structs) throw notFound(part, id)
  return structKind(structs.config as unknown as Struct) as unknown as Kind<Settings> // its fields are not needed here
}

/** Metrics of actions and sources. */
export function integrationStatistics(part: 'action' | 'source', { integrations, nodes }: IntegrationContext) {
  const metricsOf = nodes.operation((text: string) => {
    const id = parseId(part, text)
    const metrics = integrations.metrics(part, text)
    if (!metrics) throw notFound(part, id)
    return metrics
  })
  const resetOf = nodes.operation((text: string) => integrations.resetMetrics(part, text))
  return {
    async read(text: string) {
      const statistics: IntegrationStatistics = toNodeMetrics(await metricsOf.onAll(text))
      return ok(statistics)
    },
    async reset(text: string) {
      await metricsOf.onAll(text)
      await resetOf.onAll(text)
      return noContent
    },
  }
}

/** Error if the object is used by rules. */
export async function orStillUsed<T>(
  work: Promise<T>,
): Promise<T | { readonly status: 400; readonly body: StillUsed }> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof StillUsedError)) throw error
    return { status: 400, body: { code: error.code, message: error.message, rules: [...error.rules] } }
  }
}

/** Response fields that pages send back. */
const answeredOnly = new Set([
  'status',
  'status_reason',
  'node_status',
  'actions',
  'sources',
  'rules',
  'error',
  'created_at',
  'last_modified_at',
])

const toNumber = (value: unknown) => (typeof value === 'number' ? value : 0)
