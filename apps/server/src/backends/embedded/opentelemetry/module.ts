import { ReasonError, validateTopicFilter } from '@mqdeck/broker'
import { AppError, noContent, ok, type TraceListType } from '@mqdeck/contract'
import {
  createOpenTelemetry,
  type OpenTelemetry,
  openTraceLists,
  type Prometheus,
  type TraceLists,
} from '@mqdeck/observe'
import { withFolder } from '../../../broker-config/folder-variables.ts'
import { createLogSource } from '../../../log/create-logging.ts'
import type { BrokerContext } from '../broker-context.ts'
import { type HandlersOf, rootEndpoints } from '../management.ts'
import { metricsModule } from '../metrics/module.ts'
import { prometheusModule } from '../prometheus/module.ts'
import { defineModule } from '../resource-module.ts'
import { openTelemetryRoot } from './service.ts'

interface Parts extends Pick<BrokerContext, 'configuration'> {
  readonly openTelemetry: OpenTelemetry
  readonly traceLists: TraceLists
  readonly prometheus: Prometheus
}

function openTelemetryHandlers(parts: Parts): HandlersOf<'openTelemetryExport'> {
  const { configuration, openTelemetry, prometheus, traceLists } = parts
  const settings = rootEndpoints(configuration, 'opentelemetry', '/opentelemetry')
  const requireFew = (type: TraceListType, { length }: readonly string[]) => {
    const options = configuration.get('opentelemetry').traces.filter.e2e_tracing_options
    if (length > options[`${type}_match_rules_max`])
      throw new AppError('BAD_REQUEST', `The number of '${type}' exceeds the white list maximum limit.`)
  }
  return {
    getOpenTelemetry: settings.get,
    updateOpenTelemetry: settings.update,
    getTraceList: ({ params: { type } }) => ok([...traceLists.list(type)]),
    replaceTraceList: async ({ params: { type }, body }) => {
      requireFew(type, body)
      for (const value of body) requireValue(type, value)
      await traceLists.replace(type, body)
      return noContent
    },
    clearTraceList: async ({ params: { type } }) => {
      await traceLists.replace(type, [])
      return noContent
    },
    getMonitoringState: () => ok({ push_gateway: prometheus.pushState(), ...openTelemetry.states() }),
  }
}

function requireValue(type: TraceListType, value: string): void {
  if (type === 'clientid') {
    if (value === '') throw new AppError('BAD_REQUEST', 'A client ID must not be empty')
    return
  }
  try {
    const { kind } = validateTopicFilter(value, Number.POSITIVE_INFINITY)
    if (kind === 'normal') return
  } catch (error) {
    if (!(error instanceof ReasonError)) throw error
  }
  throw new AppError('BAD_REQUEST', `${value} is not a topic filter`)
}

export const openTelemetryModule = defineModule({
  name: 'opentelemetry',
  needs: { metrics: metricsModule, prometheus: prometheusModule },
  create(context, { metrics: { stats }, prometheus }) {
    const { node, version, configuration, broker, store, folder, logging, failures, clock, log } = context
    const traceLists = openTraceLists(store)
    const openTelemetry = createOpenTelemetry({
      node,
      version,
      settings: withFolder(configuration.plain('opentelemetry'), folder),
      source: broker,
      stats,
      hooks: broker.hooks,
      lists: traceLists,
      logSource: createLogSource(logging),
      clock,
      log,
    })
    return {
      handlers: openTelemetryHandlers({ configuration, openTelemetry, traceLists, prometheus }),
      roots: { opentelemetry: openTelemetryRoot(openTelemetry, folder, failures) },
      start: () => openTelemetry.start((error) => failures.add('opentelemetry', error)),
      stop: openTelemetry.stop,
    }
  },
})
