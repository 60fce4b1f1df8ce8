import { AppError, ok } from '@mqdeck/contract'
import type { Configuration } from '../../../broker-config/configuration.ts'
import { maskedText } from '../../../broker-config/configuration-file.ts'
import { readImport } from '../../../broker-config/import-text.ts'
import { describeProblem } from '../../../broker-config/read-text.ts'
import { isRootName, rootNames } from '../../../broker-config/roots.ts'
import { replaceAt, valueAt } from '../../../broker-config/trees.ts'
import type { BrokerContext } from '../broker-context.ts'
import { authorOf, type HandlersOf, rootEndpoints } from '../management.ts'
import { defineModule } from '../resource-module.ts'

function configHandlers({ configuration, nodes }: BrokerContext): HandlersOf<'configs'> {
  const { shown } = configuration
  const log = rootEndpoints(configuration, 'log', '/configs/log')
  const sysTopics = rootEndpoints(configuration, 'sys_topics', '/configs/sys_topics')
  const dashboard = rootEndpoints(configuration, 'dashboard', '/configs/dashboard')
  const brokerSettings = rootEndpoints(configuration, 'broker', '/configs/broker')
  return {
    getGlobalZone: () => ok(globalZone(configuration)),
    updateGlobalZone: async ({ body }, call) => {
      await configuration.update(body, authorOf(call, 'PUT /configs/global_zone'))
      return ok(globalZone(configuration))
    },
    getLogConfig: log.get,
    updateLogConfig: log.update,
    getSysTopics: sysTopics.get,
    updateSysTopics: sysTopics.update,
    getDashboardConfig: dashboard.get,
    updateDashboardConfig: dashboard.update,
    getBrokerConfig: brokerSettings.get,
    updateBrokerConfig: brokerSettings.update,
    getLimiterConfig: () => ok({}),
    updateLimiterConfig: () => ok({}),
    getConfigs: ({ query: { key, node } }, call) => {
      if (node !== undefined && !nodes.names.includes(node))
        throw new AppError('BAD_NODE', `Node ${node} does not exist`)
      if (key !== undefined && !isRootName(key)) throw new AppError('NOT_FOUND', `The configuration has no root ${key}`)
      const type = acceptedType(call.accept, ['text/plain', 'application/json'])
      // EMQX ignores the key if the response is JSON.
      const names = key === undefined || type === 'application/json' ? rootNames : [key]
      const roots = Object.fromEntries(names.map((name) => [name, shown(name)]))
      if (type === undefined) throw new AppError('INVALID_ACCEPT', 'Accept must be text/plain or application/json')
      const body = type === 'text/plain' ? maskedText(roots) : JSON.stringify(roots)
      return { status: 200, body, headers: { 'content-type': type } }
    },
    updateConfigs: async ({ query, body }, call) => {
      await configuration.change(
        (view) => {
          const { roots, problems } = readImport(body, query, view)
          if (problems.length > 0)
            throw new AppError('UPDATE_FAILED', problems.map(describeProblem).join('\n'), { status: 400 })
          return roots
        },
        authorOf(call, `PUT /configs?mode=${query.mode}`),
      )
      return { status: 200, body: undefined }
    },
    resetConfig: async ({ params: { rootname }, query: { conf_path } }, call) => {
      if (!isRootName(rootname))
        throw new AppError('REST_FAILED', `The configuration has no root ${rootname}`, { status: 400 })
      const path = conf_path?.split('.').filter((key) => key !== '') ?? []
      const base = configuration.base(rootname)
      const inner = valueAt(base, path)
      if (inner === undefined) throw new AppError('NO_DEFAULT_VALUE', `${conf_path} has no default value`)
      await configuration.change(
        (view) => ({ [rootname]: replaceAt(view.get(rootname), path, inner) }),
        authorOf(call, `POST /configs_reset/${rootname}${conf_path === undefined ? '' : `?conf_path=${conf_path}`}`),
      )
      return { status: 200, body: undefined }
    },
  }
}

const globalZone = ({ shown }: Configuration) => ({
  mqtt: shown('mqtt'),
  flapping_detect: shown('flapping_detect'),
  force_shutdown: shown('force_shutdown'),
  force_gc: shown('force_gc'),
  durable_sessions: shown('durable_sessions'),
})

/**
 * Reads `Accept` as EMQX does: the first of `offered` that is named, regardless of weights. Undefined if none is named.
 */
function acceptedType<const T extends string>(accept: string | undefined, offered: readonly T[]): T | undefined {
  const names = (accept ?? '*/*').split(',').map((part) => part.split(';', 1)[0]?.trim().toLowerCase())
  return names.includes('*/*') ? offered[0] : offered.find((type) => names.includes(type))
}

/** The configuration as a whole, and roots that have no folder of their own. */
export const configsModule = defineModule({
  name: 'configs',
  create: (context) => ({ handlers: configHandlers(context) }),
})
