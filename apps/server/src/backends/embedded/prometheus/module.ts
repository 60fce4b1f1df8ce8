import { ok, type PrometheusMode } from '@mqdeck/contract'
import { createPrometheus, type Prometheus, type PrometheusGroup } from '@mqdeck/observe'
import type { Call } from '../../../http/mount.ts'
import type { BrokerContext } from '../broker-context.ts'
import { type HandlersOf, rootEndpoints } from '../management.ts'
import { metricsModule } from '../metrics/module.ts'
import { defineModule } from '../resource-module.ts'

function prometheusHandlers({
  configuration,
  prometheus,
}: BrokerContext & { readonly prometheus: Prometheus }): HandlersOf<'prometheusMetrics'> {
  const settings = rootEndpoints(configuration, 'prometheus', '/prometheus')
  const read = async (topic: PrometheusGroup, mode: PrometheusMode, call: Call) => {
    if (configuration.get('prometheus').enable_basic_auth) call.requireIdentity()
    if (!wantsJson(call.accept)) return ok(await prometheus.text(topic, mode))
    const body = JSON.stringify(await prometheus.json(topic, mode))
    return { ...ok(body), headers: { 'content-type': 'application/json' } }
  }
  return {
    getPrometheusStats: ({ query }, call) => read('stats', query.mode, call),
    getPrometheusAuth: ({ query }, call) => read('auth', query.mode, call),
    getPrometheusDataIntegration: ({ query }, call) => read('data_integration', query.mode, call),
    getPrometheusSchemaValidation: ({ query }, call) => read('schema_validation', query.mode, call),
    getPrometheusMessageTransformation: ({ query }, call) => read('message_transformation', query.mode, call),
    getPrometheus: settings.get,
    updatePrometheus: settings.update,
  }
}

/** Text for Prometheus. JSON only if the caller asks for JSON and nothing else, as in EMQX. */
const wantsJson = (accept = '') => accept.split(';', 1)[0]?.trim().toLowerCase() === 'application/json'

export const prometheusModule = defineModule({
  name: 'prometheus',
  needs: { metrics: metricsModule },
  create(context, { metrics: { stats } }) {
    const { node, configuration, broker, resources, clock, log } = context
    const prometheus = createPrometheus({
      node,
      settings: configuration.plain('prometheus'),
      source: broker,
      stats,
      hooks: broker.hooks,
      parts: () => Object.assign({}, ...resources().map(({ metrics }) => metrics)),
      clock,
      log,
    })
    return {
      provides: prometheus,
      handlers: prometheusHandlers({ ...context, prometheus }),
      roots: { prometheus: { apply: (next) => prometheus.update(next) } },
      start: prometheus.start,
      stop: prometheus.stop,
    }
  },
})
