import * as z from 'zod'
import { empty, endpoint, textBody } from '../endpoint.ts'
import { anyJson, bodyRoot, count, field, object, response, string } from '../fields/index.ts'
import { ImportQuery } from './configs.ts'

/** A value from the start configuration that overrides the stored one. Changes of it last until the next start. */
export const Override = response({
  /** `mqtt.max_inflight` */
  path: z.string(),
  /** `MQDECK_MQTT_MAX_INFLIGHT`, or `mqtt.max_inflight in mqdeck.yaml` */
  source: z.string(),
})
export type Override = z.infer<typeof Override>

export const listOverrides = endpoint({
  method: 'GET',
  path: '/mqdeck/overrides',
  tag: 'MQDeck',
  ok: { 200: z.array(Override) },
})

/** A version of the configuration: its origin, time and user. `at` is RFC 3339, `changed` are paths. */
export const ConfigVersion = response({
  version: z.int().min(1),
  at: z.string(),
  by: z.string(),
  call: z.string(),
  changed: z.array(z.string()),
  /** Whether it is in force. */
  current: z.boolean(),
})
export type ConfigVersion = z.infer<typeof ConfigVersion>

/** Newest first. `keep` is the maximum number of versions. */
export const listConfigVersions = endpoint({
  method: 'GET',
  path: '/mqdeck/config_versions',
  tag: 'MQDeck',
  ok: { 200: response({ data: z.array(ConfigVersion), keep: count() }) },
})

const byVersion = z.object({
  version: field<number, number | string>({ type: 'integer', minimum: 1 }, (value, refuse) =>
    /^[1-9]\d{0,8}$/.test(String(value)) ? Number(value) : refuse({ parameter: 'integer' }),
  ),
})

/** The version as HOCON, secrets shown as `******`. */
export const getConfigVersion = endpoint({
  method: 'GET',
  path: '/mqdeck/config_versions/{version}',
  tag: 'MQDeck',
  isExpensive: true,
  params: byVersion,
  ok: { 200: textBody },
  errors: { 400: ['INVALID_PARAMETER'], 404: ['NOT_FOUND'] },
})

/** Restores the configuration of that version completely or not at all, which creates a new version. */
export const restoreConfigVersion = endpoint({
  method: 'POST',
  path: '/mqdeck/config_versions/{version}/restore',
  title: { en: 'Restore configuration version', zh: '恢复配置版本' },
  tag: 'MQDeck',
  params: byVersion,
  ok: { 204: empty },
  errors: { 400: ['INVALID_PARAMETER', 'UPDATE_FAILED'], 404: ['NOT_FOUND'] },
})

/** An error in a text. `line` and `column` count from 1 and are missing if no part of the text corresponds. */
export const ConfigProblem = response({
  path: z.string(),
  reason: z.string(),
  line: z.int().min(1).optional(),
  column: z.int().min(1).optional(),
})
export type ConfigProblem = z.infer<typeof ConfigProblem>

/** A change that a text would cause. Secrets are shown as `******`. A missing value is not set. */
export const ConfigChange = response({ path: z.string(), from: anyJson().optional(), to: anyJson().optional() })
export type ConfigChange = z.infer<typeof ConfigChange>

/** Validates a text like `PUT /configs` without applying it. */
export const checkConfigs = endpoint({
  method: 'POST',
  path: '/mqdeck/config_check',
  title: { en: 'Check configuration', zh: '检查配置' },
  tag: 'MQDeck',
  query: ImportQuery,
  body: string(),
  textRequest: true,
  ok: { 200: response({ errors: z.array(ConfigProblem), changes: z.array(ConfigChange) }) },
})

const part = () => z.record(z.string(), z.unknown()).meta({ type: 'object', additionalProperties: true })

/** Zones besides the global one, by name, with the values that differ from it. */
export const NamedZones = z.record(
  z.string(),
  object({ mqtt: part().optional(), force_shutdown: part().optional(), flapping_detect: part().optional() }),
)
export type NamedZones = z.infer<typeof NamedZones>

export const getZones = endpoint({ method: 'GET', path: '/mqdeck/zones', tag: 'MQDeck', ok: { 200: NamedZones } })

/** Replaces all zones. Missing zones are deleted. */
export const updateZones = endpoint({
  method: 'PUT',
  path: '/mqdeck/zones',
  title: { en: 'Change zones', zh: '修改区域' },
  tag: 'MQDeck',
  body: NamedZones.register(bodyRoot, { root: 'zones' }),
  ok: { 200: NamedZones },
  errors: { 400: ['BAD_REQUEST'] },
})

/**
 * Results per second for each `interval` (ms) of the last minute, oldest first. The last interval ended at `time_stamp`
 * (ms).
 */
export const AccessRates = response({
  time_stamp: count(),
  interval: count(),
  /** By the ID of the authenticator. */
  authentication: z.record(z.string(), z.array(z.number())),
  /** By the type of the source. */
  authorization: z.record(z.string(), z.array(z.number())),
})
export type AccessRates = z.infer<typeof AccessRates>

/** EMQX returns only the current rate, without the minute before. */
export const getAccessRates = endpoint({
  method: 'GET',
  path: '/mqdeck/access_rates',
  tag: 'MQDeck',
  ok: { 200: AccessRates },
})

export const mqdeck = {
  getAccessRates,
  getZones,
  updateZones,
  listOverrides,
  listConfigVersions,
  getConfigVersion,
  restoreConfigVersion,
  checkConfigs,
}
