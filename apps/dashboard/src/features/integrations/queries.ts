import {
  type Action,
  type ActionUpdate,
  type Connector,
  type ConnectorUpdate,
  deleteAction,
  deleteConnector,
  deleteSource,
  enableAction,
  enableConnector,
  enableSource,
  getAction,
  getActionMetrics,
  getConnector,
  getFormSchema,
  getSource,
  getSourceMetrics,
  type IntegrationStatistics,
  type IntegrationSummary,
  listActionSummaries,
  listActionTypes,
  listConnectors,
  listSourceSummaries,
  listSourceTypes,
  type NewAction,
  type NewConnector,
  probeAction,
  probeConnector,
  probeSource,
  resetActionMetrics,
  resetSourceMetrics,
  startAction,
  startActionOnNode,
  startConnector,
  startConnectorOnNode,
  startSource,
  startSourceOnNode,
  updateAction,
  updateConnector,
  updateSource,
} from '@mqdeck/contract'
import { defineChange, defineQuery, orIfMissing, refreshIntervals } from '../../api/index.ts'
import type { SchemaDocument } from '../../schema-form/index.ts'
import type { ChannelKind } from './kinds.ts'

/** Actions and sources have the same fields. */
export type Channel = Action
export type ChannelSummary = IntegrationSummary

interface ById {
  readonly id: string
}

export const connectorsQuery = defineQuery<undefined, readonly Connector[]>({
  name: 'connectors',
  load: (call, _, signal) => call(listConnectors, { signal }),
  poll: 'chosen',
})

export const connectorQuery = defineQuery<ById, Connector>({
  name: 'connector',
  load: (call, params, signal) => call(getConnector, { params, signal }),
  poll: 'chosen',
})

/** Polls a new connector until it is connected. */
export const newConnectorQuery = defineQuery<ById, Connector>({ ...connectorQuery, poll: 1000 })

/** Schemas for the forms of connectors, including types that are unknown here. */
export const connectorsSchemaQuery = defineQuery<undefined, SchemaDocument>({
  name: 'schemas-connectors',
  // The form checks every part of it, see WireSchema.
  load: async (call, _, signal) =>
    (await call(getFormSchema, { params: { name: 'connectors' }, signal })) as SchemaDocument,
})

/** Schemas for the forms of actions and sources. */
export const channelsSchemaQuery = defineQuery<undefined, SchemaDocument>({
  name: 'schemas-actions',
  load: async (call, _, signal) =>
    (await call(getFormSchema, { params: { name: 'actions' }, signal })) as SchemaDocument,
})

/** Queries of actions and sources, which have the same responses. */
export const channelQueries = {
  action: {
    /** All channels without settings. */
    summaries: defineQuery<undefined, readonly ChannelSummary[]>({
      name: 'actions-summary',
      load: (call, _, signal) => call(listActionSummaries, { signal }),
      poll: 'chosen',
    }),
    types: defineQuery<undefined, readonly string[]>({
      name: 'action-types',
      load: (call, _, signal) => call(listActionTypes, { signal }),
    }),
    one: defineQuery<ById, Channel>({
      name: 'action',
      load: (call, params, signal) => call(getAction, { params, signal }),
      poll: 'chosen',
    }),
    statistics: defineQuery<ById, IntegrationStatistics>({
      name: 'action-metrics',
      load: (call, params, signal) => call(getActionMetrics, { params, signal }),
      poll: 'chosen',
      interval: refreshIntervals.current,
    }),
  },
  source: {
    summaries: defineQuery<undefined, readonly ChannelSummary[]>({
      name: 'sources-summary',
      load: (call, _, signal) => call(listSourceSummaries, { signal }),
      poll: 'chosen',
    }),
    types: defineQuery<undefined, readonly string[]>({
      name: 'source-types',
      load: (call, _, signal) => call(listSourceTypes, { signal }),
    }),
    one: defineQuery<ById, Channel>({
      name: 'source',
      load: (call, params, signal) => call(getSource, { params, signal }),
      poll: 'chosen',
    }),
    statistics: defineQuery<ById, IntegrationStatistics>({
      name: 'source-metrics',
      load: (call, params, signal) => call(getSourceMetrics, { params, signal }),
      poll: 'chosen',
      interval: refreshIntervals.current,
    }),
  },
} as const

/** For rows of a list, with one request per row, so at a longer interval. */
export const rowStatistics = {
  action: { ...channelQueries.action.statistics, interval: refreshIntervals.nodes, minInterval: () => 10_000 },
  source: { ...channelQueries.source.statistics, interval: refreshIntervals.nodes, minInterval: () => 10_000 },
} as const

/** Number of failed and dropped messages. */
export const errorsIn = ({ metrics }: IntegrationStatistics): number => metrics.failed + metrics.dropped

/** Requests at a time. */
const batchSize = 6

/** Errors of all actions by ID, to sort by them; one request per action, because there is no endpoint for all. */
export const actionErrorsQuery = defineQuery<{ readonly ids: readonly string[] }, ReadonlyMap<string, number>>({
  name: 'action-errors',
  async load(call, { ids }, signal) {
    const errors = new Map<string, number>()
    for (let start = 0; start < ids.length; start += batchSize) {
      const batch = ids.slice(start, start + batchSize)
      const count = async (id: string) => {
        // It may be deleted meanwhile.
        const found = await orIfMissing(call(getActionMetrics, { params: { id }, signal }), undefined)
        if (found) errors.set(id, errorsIn(found))
      }
      await Promise.all(batch.map(count))
    }
    return errors
  },
  poll: 'chosen',
  interval: refreshIntervals.nodes,
})

/**
 * Queries to refresh after a change, because connectors list their actions and sources, and rules their inputs and
 * outputs.
 */
export const outdated = [
  connectorsQuery,
  connectorQuery,
  ...(['action', 'source'] as const).flatMap((kind) => {
    const { summaries, one, statistics } = channelQueries[kind]
    return [summaries, one, statistics]
  }),
  { name: 'rules' },
  { name: 'rule' },
]

interface Update<Settings> extends ById {
  readonly settings: Settings
}

interface Switching extends ById {
  readonly enable: boolean
}

interface Starting extends ById {
  /** Default: all nodes. */
  readonly node?: string | undefined
}

const start = { operation: 'start' } as const

export const connectorChanges = {
  update: defineChange<Update<ConnectorUpdate>, unknown>({
    apply: (call, { id, settings }) => call(updateConnector, { params: { id }, body: settings }),
    invalidates: outdated,
  }),
  switchTo: defineChange<Switching, undefined>({
    apply: (call, params) => call(enableConnector, { params }),
    invalidates: outdated,
  }),
  start: defineChange<Starting, undefined>({
    apply: (call, { id, node }) =>
      node === undefined
        ? call(startConnector, { params: { id, ...start } })
        : call(startConnectorOnNode, { params: { id, node, ...start } }),
    invalidates: outdated,
  }),
  remove: defineChange<ById, undefined>({
    apply: (call, params) => call(deleteConnector, { params }),
    invalidates: outdated,
  }),
  probe: defineChange<NewConnector, undefined>({
    apply: (call, body) => call(probeConnector, { body }),
    invalidates: [],
  }),
}

interface Removal extends ById {
  /** Also removes the action from rules. Otherwise the request fails while rules use it. */
  readonly fromRules: boolean
}

export const channelChanges = {
  action: {
    update: defineChange<Update<ActionUpdate>, unknown>({
      apply: (call, { id, settings }) => call(updateAction, { params: { id }, body: settings }),
      invalidates: outdated,
    }),
    switchTo: defineChange<Switching, undefined>({
      apply: (call, params) => call(enableAction, { params }),
      invalidates: outdated,
    }),
    start: defineChange<Starting, undefined>({
      apply: (call, { id, node }) =>
        node === undefined
          ? call(startAction, { params: { id, ...start } })
          : call(startActionOnNode, { params: { id, node, ...start } }),
      invalidates: outdated,
    }),
    remove: defineChange<Removal, undefined>({
      apply: (call, { id, fromRules }) =>
        call(deleteAction, { params: { id }, query: { also_delete_dep_actions: fromRules } }),
      invalidates: outdated,
    }),
    reset: defineChange<ById, undefined>({
      apply: (call, params) => call(resetActionMetrics, { params }),
      invalidates: [channelQueries.action.statistics],
    }),
    probe: defineChange<NewAction, undefined>({ apply: (call, body) => call(probeAction, { body }), invalidates: [] }),
  },
  source: {
    update: defineChange<Update<ActionUpdate>, unknown>({
      apply: (call, { id, settings }) => call(updateSource, { params: { id }, body: settings }),
      invalidates: outdated,
    }),
    switchTo: defineChange<Switching, undefined>({
      apply: (call, params) => call(enableSource, { params }),
      invalidates: outdated,
    }),
    start: defineChange<Starting, undefined>({
      apply: (call, { id, node }) =>
        node === undefined
          ? call(startSource, { params: { id, ...start } })
          : call(startSourceOnNode, { params: { id, node, ...start } }),
      invalidates: outdated,
    }),
    remove: defineChange<Removal, undefined>({
      apply: (call, { id, fromRules }) =>
        call(deleteSource, { params: { id }, query: { also_delete_dep_actions: fromRules } }),
      invalidates: outdated,
    }),
    reset: defineChange<ById, undefined>({
      apply: (call, params) => call(resetSourceMetrics, { params }),
      invalidates: [channelQueries.source.statistics],
    }),
    probe: defineChange<NewAction, undefined>({ apply: (call, body) => call(probeSource, { body }), invalidates: [] }),
  },
} satisfies Record<ChannelKind, unknown>
