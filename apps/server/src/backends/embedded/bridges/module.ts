import {
  AppError,
  type Bridge as BridgeAnswer,
  type BridgeStatistics,
  isRecord,
  noContent,
  ok,
  type StillUsed,
} from '@mqdeck/contract'
import { type Bridge, type BridgeType, bridgeTypes, omit, type Settings } from '@mqdeck/integrations/bridges'
import { createRequestCounters } from '@mqdeck/kit'
import { readRoot } from '../../../broker-config/read-root.ts'
import type { Call } from '../../../http/mount.ts'
import {
  created,
  deleted,
  draftOf,
  type IntegrationDraft,
  notFound,
  parseId,
  type ResourceId,
  StillUsedError,
  settingsOf,
  switched,
  toId,
  updated,
} from '../integrations/draft.ts'
import { integrationMembers, requireAvailableType } from '../integrations/members.ts'
import { integrationsModule } from '../integrations/module.ts'
import type { IntegrationContext } from '../integrations/service.ts'
import { authorOf, type HandlersOf } from '../management.ts'
import { toNodeMetrics } from '../nodes.ts'
import { defineModule } from '../resource-module.ts'

/** A bridge that exists: the connector and its action or source have the IDs of their own types. */
interface Found {
  readonly type: BridgeType
  readonly part: Bridge['part']
  /** Of the action or source. */
  readonly id: ResourceId
  readonly connector: ResourceId
}

type Operation = 'start' | 'stop' | 'restart'

/** The first version of connectors and actions, as a view of those. */
function bridgeHandlers(context: IntegrationContext): HandlersOf<'bridges'> {
  const { configuration, integrations, nodes, clock } = context
  const members = {
    connector: integrationMembers('connector', context),
    action: integrationMembers('action', context),
    source: integrationMembers('source', context),
  }

  /** Undefined if there is no such action or source. @throws {AppError} 404 if it cannot be shown as a bridge */
  function find(asked: string, status: 400 | 404 = 404): Found | undefined {
    const { type, name } = parseId('action', asked)
    const types = typesNamed(type)
    const [{ of } = { of: type }] = types
    const id = { type: of, name }
    const part = (['action', 'source'] as const).find((one) => settingsOf(configuration, one, id) !== undefined)
    if (!part || types.length === 0) return undefined
    const found = bridgeOf(part, id)
    if (found && types.includes(found.type)) return found
    if (found) return undefined // Another deployment, such as redis_cluster.
    throw new AppError(
      status === 404 ? 'NOT_FOUND' : 'BAD_REQUEST',
      'bridge already exists as non Bridge V1 compatible action',
      { status },
    )
  }

  const requireOne = (asked: string, status?: 400 | 404): Found =>
    find(asked, status) ?? missing(parseId('action', asked))

  /** Undefined if its connector has other actions or sources too, or if its type has no bridges. */
  function bridgeOf(part: Bridge['part'], id: ResourceId): Found | undefined {
    const channel = settingsOf(configuration, part, id)
    if (typeof channel?.connector !== 'string') return undefined
    const connector = { type: id.type, name: channel.connector }
    const { actions, sources } = integrations.dependants(toId(connector))
    const from = settingsOf(configuration, 'connector', connector)
    if (!from || actions.length + sources.length !== 1) return undefined
    const type = showAs(id.type, toBridge(part, from, channel))?.type
    return type && { type, part, id, connector }
  }

  const toAnswer = async ({ part, id, connector }: Found): Promise<BridgeAnswer> =>
    answerOf(part, await members.connector.answer(connector), await members[part].answer(id)) ?? missing(id)

  /** Reads each list once. */
  async function all(): Promise<readonly BridgeAnswer[]> {
    const connectors = new Map((await members.connector.list()).map((one) => [toId(one), one]))
    const channelsOf = async (part: Bridge['part']) =>
      (await members[part].list()).map((channel: ResourceId & Settings) => {
        const connector = toId({ type: channel.type, name: String(channel.connector) })
        return { part, channel, connector }
      })
    const channels = [...(await channelsOf('action')), ...(await channelsOf('source'))]
    const users = new Map<string, number>()
    for (const { connector } of channels) users.set(connector, (users.get(connector) ?? 0) + 1)
    return channels.flatMap(({ part, channel, connector }) => {
      const from = connectors.get(connector)
      return (from && users.get(connector) === 1 && answerOf(part, from, channel)) || []
    })
  }

  const metricsOf = nodes.operation((asked: string) => {
    const found = find(asked)
    const { queuing_bytes: _, ...metrics } =
      (found && integrations.metrics(found.part, toId(found.id))) ??
      createRequestCounters(clock).read({ queuing: 0, queuing_bytes: 0, inflight: 0 })
    return metrics
  })
  const resetOf = nodes.operation((part: Bridge['part'], id: string) => integrations.resetMetrics(part, id))
  const runOf = nodes.operation((connector: string, operation: Operation) =>
    integrations.run('connector', connector, operation),
  )

  const change = (call: Call, what: string, make: (draft: IntegrationDraft) => IntegrationDraft) =>
    configuration.change((view) => ({ ...make(draftOf(view)) }), authorOf(call, what))

  /** @param node Default: all nodes */
  async function run(asked: string, operation: Operation, node?: string) {
    if (node !== undefined) nodes.require(node)
    const found = requireOne(asked, 400)
    const answer: Settings = await toAnswer(found)
    if (answer.enable !== true) throw new AppError('BAD_REQUEST', 'Forbidden operation, bridge not enabled')
    const work = [toId(found.connector), operation] as const
    await (node === undefined ? runOf.onAll(...work) : runOf.on(node, ...work))
    const { status, reason } = integrations.state('connector', toId(found.connector)) ?? {
      status: 'disconnected',
      reason: '',
    }
    if (operation !== 'stop' && status === 'disconnected') throw new AppError('BAD_REQUEST', reason || status)
    return noContent
  }

  return {
    listBridges: async () => ok([...(await all())]),

    async createBridge({ body }, call) {
      const { type, id, bridge } = readNew(body)
      if (find(`${type.type}:${id.name}`, 400))
        throw new AppError('ALREADY_EXISTS', 'bridge already exists', { status: 400 })
      const now = clock.now()
      await change(call, 'POST /bridges', (draft) => {
        const withConnector = created(draft, 'connector', id, bridge.connector, now)
        return created(withConnector, bridge.part, id, { ...bridge.channel, connector: id.name }, now)
      })
      return { status: 201, body: await toAnswer(requireOne(`${type.type}:${id.name}`)) }
    },

    getBridge: async ({ params }) => ok(await toAnswer(requireOne(params.id))),

    async updateBridge({ params, body }, call) {
      const found = requireOne(params.id, 400)
      const { type, part, id, connector } = found
      const before = toBridge(
        part,
        settingsOf(configuration, 'connector', connector) ?? {},
        settingsOf(configuration, part, id) ?? {},
      )
      const settings = readRoot(type.structs.put.schema, withoutState(body, 'type', 'name'), 'root') as Settings
      const next = type.read(settings, before)
      if (next.part !== part)
        throw new AppError(
          'BAD_REQUEST',
          'The direction of a bridge cannot be changed. Delete the bridge and create it again.',
        )
      const now = clock.now()
      await change(call, `PUT /bridges/${params.id}`, (draft) => {
        const withConnector = updated(draft, 'connector', connector, next.connector, now)
        return updated(withConnector, part, id, { ...next.channel, connector: connector.name }, now)
      })
      return ok(await toAnswer(found))
    },

    async deleteBridge({ params, query }, call) {
      const { part, id, connector } = requireOne(params.id, 400)
      try {
        await change(call, `DELETE /bridges/${params.id}`, (draft) =>
          deleted(deleted(draft, part, id, query.also_delete_dep_actions), 'connector', connector),
        )
      } catch (error) {
        if (!(error instanceof StillUsedError)) throw error
        const refused: StillUsed = {
          code: error.code,
          message: 'Cannot delete bridge while active rules are defined for this bridge',
          rules: [...error.rules],
        }
        return { status: 400, body: refused }
      }
      return noContent
    },

    async enableBridge({ params }, call) {
      const { part, id, connector } = requireOne(params.id, 400)
      const now = clock.now()
      await change(call, `PUT /bridges/${params.id}/enable/${params.enable}`, (draft) =>
        switched(switched(draft, 'connector', connector, params.enable, now), part, id, params.enable, now),
      )
      return noContent
    },

    runBridge: ({ params }) => run(params.id, params.operation),
    runBridgeOnNode: ({ params }) => run(params.id, params.operation, params.node),

    async getBridgeMetrics({ params }) {
      const statistics: BridgeStatistics = toNodeMetrics(await metricsOf.onAll(params.id))
      return ok(statistics)
    },

    async resetBridgeMetrics({ params }) {
      const { part, id } = requireOne(params.id)
      await resetOf.onAll(part, toId(id))
      return noContent
    },

    probeBridge({ body }) {
      const { id, bridge } = readNew(body)
      // The connector has the names, so that `******` is the secret of the existing one.
      return members.connector.probe({ ...bridge.connector, ...id })
    },
  }
}

/** @throws {AppError} 400 naming the field */
function readNew(body: unknown): { readonly type: BridgeType; readonly id: ResourceId; readonly bridge: Bridge } {
  requireAvailableType(body)
  const asked = isRecord(body) ? body.type : undefined
  const [type] = typeof asked === 'string' ? typesNamed(asked) : []
  if (!type)
    throw new AppError(
      'BAD_REQUEST',
      JSON.stringify({ reason: 'unsupported_type', path: 'root', type: asked, kind: 'validation_error' }),
    )
  const {
    type: _,
    name,
    ...settings
  } = readRoot(type.structs.post.schema, withoutState(body), 'root') as Settings & {
    readonly name: string // the struct has it
  }
  return { type, id: { type: type.of, name }, bridge: type.read(settings) }
}

const typesNamed = (type: string) => bridgeTypes.filter((one) => one.type === type || one.of === type)

const toBridge = (part: Bridge['part'], connector: Settings, channel: Settings): Bridge => ({
  part,
  connector,
  channel: { ...channel, parameters: isRecord(channel.parameters) ? channel.parameters : {} },
})

/** @throws {AppError} NOT_FOUND with EMQX's message */
function missing(id: ResourceId): never {
  throw notFound('action', id)
}

/** Undefined if no type of bridge has such a part. */
function answerOf(part: Bridge['part'], from: Settings, channel: ResourceId & Settings): BridgeAnswer | undefined {
  const bridge = toBridge(part, from, channel)
  const found = showAs(channel.type, bridge)
  if (!found) return undefined
  const state = from.status === 'connected' ? channel : from
  const { status, status_reason, node_status } = state as Pick<BridgeAnswer, 'status' | 'status_reason' | 'node_status'> // both have it
  return {
    name: channel.name,
    node_status,
    status,
    ...(status_reason !== '' && status_reason !== undefined && { status_reason }),
    ...found.settings,
    type: found.type.type,
  }
}

/** The type of a bridge of connectors of type `of`, with its settings. */
function showAs(of: string, bridge: Bridge): { readonly type: BridgeType; readonly settings: Settings } | undefined {
  for (const type of bridgeTypes) {
    const settings = type.of === of ? type.show(bridge) : undefined
    if (settings) return { type, settings }
  }
  return undefined
}

/** Responses can be sent back as requests. */
const withoutState = (body: unknown, ...others: readonly string[]) =>
  isRecord(body) ? omit(body, ['status', 'status_reason', 'node_status', ...others]) : body

export const bridgesModule = defineModule({
  name: 'bridges',
  needs: { integrations: integrationsModule },
  create: (context, { integrations }) => ({ handlers: bridgeHandlers({ ...context, ...integrations }) }),
})
