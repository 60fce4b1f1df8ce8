import { ReasonError, validateTopicFilter } from '@mqdeck/broker'
import { AppError, noContent, ok, type TraceListType } from '@mqdeck/contract'
import { type HandlersOf, rootEndpoints } from '../management.ts'
import type { Services } from '../services.ts'

export function openTelemetryHandlers(services: Services): HandlersOf<'openTelemetryExport'> {
  const { configuration, openTelemetry, prometheus, traceLists } = services
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
