import { ok, type PrometheusMode } from '@mqdeck/contract'
import type { PrometheusGroup } from '@mqdeck/observe'
import type { Call } from '../../../http/mount.ts'
import { type HandlersOf, rootEndpoints } from '../management.ts'
import type { Services } from '../services.ts'

export function prometheusHandlers({ configuration, prometheus }: Services): HandlersOf<'prometheusMetrics'> {
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
