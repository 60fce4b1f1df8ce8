import * as z from 'zod'
import { empty, endpoint, textBody } from '../endpoint.ts'
import { bodyRoot, boolean, object, oneOf, string, withDefault } from '../fields/index.ts'
import {
  brokerOptions,
  dashboard,
  durableSessions,
  flappingDetect,
  forceGc,
  forceShutdown,
  log,
  mqtt,
  sysTopics,
} from '../roots/index.ts'
import { readRoot, replaceRoot } from './root-endpoints.ts'

/** Every root in EMQX. This node returns 404 for those that it lacks. */
export const configurationRoots = [
  'actions',
  'alarm',
  'api_key',
  'authentication',
  'authorization',
  'auto_subscribe',
  'banned',
  'bridges',
  'cluster',
  'conn_congestion',
  'connectors',
  'crl_cache',
  'dashboard',
  'delayed',
  'durable_queues',
  'durable_sessions',
  'durable_storage',
  'exhook',
  'file_transfer',
  'flapping_detect',
  'force_gc',
  'force_shutdown',
  'gateway',
  'license',
  'limiter',
  'listeners',
  'log',
  'message_transformation',
  'mqtt',
  'node',
  'opentelemetry',
  'overload_protection',
  'prometheus',
  'psk_authentication',
  'retainer',
  'rewrite',
  'rpc',
  'rule_engine',
  'schema_registry',
  'schema_validation',
  'slow_subs',
  'sources',
  'sys_topics',
  'sysmon',
  'topic_metrics',
] as const

/** Roots that `/configs_reset` accepts. */
export const resettableRoots = ['file_transfer', 'broker', 'log', 'sysmon', 'sys_topics', 'alarm', 'dashboard'] as const

/** Replaces every root, with defaults for missing fields. EMQX rejects a body without one of the roots. */
export const GlobalZoneChange = object({
  mqtt: mqtt.schema,
  flapping_detect: flappingDetect.schema,
  force_shutdown: forceShutdown.schema,
  force_gc: forceGc.schema,
  durable_sessions: durableSessions.schema,
}).register(bodyRoot, { root: '' })

/** The roots of the zone `default`. */
export const GlobalZone = z.looseObject({
  mqtt: mqtt.schema,
  flapping_detect: flappingDetect.schema,
  force_shutdown: forceShutdown.schema,
  force_gc: forceGc.schema,
  durable_sessions: durableSessions.schema,
})

const refusedUpdate = { 400: ['UPDATE_FAILED'], 403: ['UPDATE_FAILED'] } as const

export const getGlobalZone = endpoint({
  method: 'GET',
  path: '/configs/global_zone',
  tag: 'Configs',
  ok: { 200: GlobalZone },
})

export const updateGlobalZone = endpoint({
  method: 'PUT',
  path: '/configs/global_zone',
  title: { en: 'Change MQTT settings', zh: '修改 MQTT 设置' },
  tag: 'Configs',
  body: GlobalZoneChange,
  ok: { 200: GlobalZone },
  errors: refusedUpdate,
})

export const getLogConfig = readRoot('/configs/log', log.schema)

export const updateLogConfig = replaceRoot('/configs/log', log.schema, {
  en: 'Change log settings',
  zh: '修改日志设置',
})

export const getSysTopics = readRoot('/configs/sys_topics', sysTopics.schema)

export const updateSysTopics = replaceRoot('/configs/sys_topics', sysTopics.schema, {
  en: 'Change system topic settings',
  zh: '修改系统主题设置',
})

export const getDashboardConfig = readRoot('/configs/dashboard', dashboard.schema)

/** A changed listener takes effect before the response is sent. The connection of the request closes a moment later. */
export const updateDashboardConfig = replaceRoot('/configs/dashboard', dashboard.schema, {
  en: 'Change dashboard settings',
  zh: '修改控制台设置',
})

export const getBrokerConfig = readRoot('/configs/broker', brokerOptions.schema)

export const updateBrokerConfig = replaceRoot('/configs/broker', brokerOptions.schema, {
  en: 'Change broker settings',
  zh: '修改服务端设置',
})

const Nothing = object({}).register(bodyRoot, { root: 'root' })

/** EMQX 5.8 has limits in the listeners; this root is empty. */
export const getLimiterConfig = endpoint({
  method: 'GET',
  path: '/configs/limiter',
  tag: 'Configs',
  hidden: true,
  ok: { 200: Nothing },
})

export const updateLimiterConfig = endpoint({
  method: 'PUT',
  path: '/configs/limiter',
  title: { en: 'Change limiter settings', zh: '修改限流设置' },
  tag: 'Configs',
  hidden: true,
  body: Nothing,
  ok: { 200: Nothing },
})

/** The whole configuration as HOCON, or as an object if only JSON is accepted. */
export const getConfigs = endpoint({
  method: 'GET',
  path: '/configs',
  tag: 'Configs',
  isExpensive: true,
  query: z.object({ key: oneOf(configurationRoots).optional(), node: string().optional() }),
  ok: { 200: textBody },
  errors: { 400: ['INVALID_ACCEPT'], 404: ['NOT_FOUND'], 500: ['BAD_NODE'] },
})

export const ImportQuery = z.object({
  mode: withDefault(oneOf(['replace', 'merge']), 'merge'),
  ignore_readonly: withDefault(boolean(), false),
})

/** HOCON text. `merge` merges it into the configuration, `replace` replaces each root that it contains. */
export const updateConfigs = endpoint({
  method: 'PUT',
  path: '/configs',
  title: { en: 'Import configuration', zh: '导入配置' },
  tag: 'Configs',
  query: ImportQuery,
  body: string(),
  textRequest: true,
  ok: { 200: empty },
  errors: { 400: ['UPDATE_FAILED'] },
})

/** Resets a root, or the value at `conf_path` in it (`sys_event_messages.client_connected`), to its default. */
export const resetConfig = endpoint({
  method: 'POST',
  path: '/configs_reset/{rootname}',
  title: { en: 'Reset configuration', zh: '重置配置' },
  tag: 'Configs',
  params: z.object({ rootname: oneOf(resettableRoots) }),
  query: z.object({ conf_path: string().optional() }),
  ok: { 200: empty },
  errors: { 400: ['NO_DEFAULT_VALUE', 'REST_FAILED'], 403: ['REST_FAILED'] },
})

export const configs = {
  getGlobalZone,
  updateGlobalZone,
  getLogConfig,
  updateLogConfig,
  getSysTopics,
  updateSysTopics,
  getDashboardConfig,
  updateDashboardConfig,
  getBrokerConfig,
  updateBrokerConfig,
  getLimiterConfig,
  updateLimiterConfig,
  getConfigs,
  updateConfigs,
  resetConfig,
}
