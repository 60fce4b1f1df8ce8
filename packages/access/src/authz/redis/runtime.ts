import { authzLookup, authzNames } from '../../placeholders.ts'
import { type RedisCommand, readCommand, refuse } from '../../redis/command.ts'
import { createRedisQuery } from '../../redis/query.ts'
import type { AuthzBackend, AuthzContext, AuthzSource } from '../port.ts'
import { answerByRows, type RuleRow } from '../rules/row.ts'
import { redis as manifest, type RedisAuthzSettings } from './manifest.ts'

/** As `emqx_authz_redis` of EMQX 5.8: alternating topics and actions. These rules can only allow. */
export const runtime = {
  manifest,
  create(
    { cmd, ...settings }: RedisAuthzSettings,
    { clock, folder, log }: Pick<AuthzContext, 'clock' | 'folder' | 'log'>,
  ): AuthzSource {
    const query = createRedisQuery(readRulesCommand(cmd), settings, { names: authzNames, clock, folder })
    const { values, ...backend } = query
    return {
      ...backend,
      async authorize(client, action, note) {
        const rows = toRows(await values(authzLookup(client, action), note))
        return answerByRows(rows, client, action, { log, source: 'redis', note })
      },
    }
  },
} satisfies AuthzBackend<RedisAuthzSettings>

function readRulesCommand(cmd: string): RedisCommand {
  const command = readCommand(cmd, ['HGETALL', 'HMGET'])
  const [, ...fields] = command.args
  if (command.name === 'HGETALL' && fields.length > 0) return refuse('HGETALL must have only a key')
  if (command.name === 'HMGET' && fields.length === 0) return refuse('HMGET must have at least one field')
  return command
}

/** Invalid rows are reported by `compileRows`. */
function toRows(values: readonly (string | null)[]): readonly RuleRow[] {
  const rows: RuleRow[] = []
  for (let index = 0; index + 1 < values.length; index += 2) {
    const [topic, rule] = [values[index], values[index + 1]]
    // HMGET returns null for missing fields.
    if (typeof topic === 'string' && typeof rule === 'string')
      rows.push({ permission: 'allow', topic, ...readRule(rule) })
  }
  return rows
}

/** An action, or JSON such as `{"action": "publish", "qos": [1, 2], "retain": false}`. */
function readRule(text: string): RuleRow {
  try {
    const { action, qos, retain }: RuleRow = Object(JSON.parse(text))
    return { action, qos, retain }
  } catch {
    return { action: text }
  }
}
