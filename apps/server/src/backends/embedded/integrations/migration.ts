import { schemasInSql, secretsOf } from '@mqdeck/contract'
import type { IntegrationKind } from '@mqdeck/integrations/catalog'
import type { Tree } from '../../../broker-config/trees.ts'
import { differences } from '../../../migrate/compare.ts'
import { type NamedSettings, namedSettings } from '../../../migrate/named-settings.ts'
import { withPemTexts } from '../../../migrate/pem-texts.ts'
import type { Secrets } from '../../../migrate/secrets.ts'
import type { MigrationSource } from '../../../migrate/source.ts'
import { field, type Target } from '../../../migrate/target.ts'
import { impossible, type MigrationTask } from '../../../migrate/task.ts'
import { usesAction, usesSource } from '../rules/rule-use.ts'

const rootOf = { connector: 'connectors', action: 'actions', source: 'sources' } as const

export const connectorTasks = (source: MigrationSource, secrets: Secrets) => partTasks('connector', source, secrets)
export const actionTasks = (source: MigrationSource, secrets: Secrets) => partTasks('action', source, secrets)
export const sourceTasks = (source: MigrationSource, secrets: Secrets) => partTasks('source', source, secrets)

function partTasks(part: IntegrationKind, source: MigrationSource, secrets: Secrets): readonly MigrationTask[] {
  const root = rootOf[part]
  return namedSettings(root, source.configuration.get(root)).map((one) => {
    secrets.add(secretsOf(one.kind, one.whole))
    return partTask(part, one, source)
  })
}

function partTask(
  part: IntegrationKind,
  { type, name, whole, changed }: NamedSettings,
  source: MigrationSource,
): MigrationTask {
  const list = `/${rootOf[part]}`
  const path = `${list}/${encodeURIComponent(`${type}:${name}`)}`
  const toBody = () => withPemTexts(withoutTimes(changed), source)
  return {
    kind: part,
    name: `${type}:${name}`,
    needs: part === 'connector' ? [] : [`connector/${type}:${String(whole.connector)}`],
    async find(target) {
      const theirs = await target.find(path)
      if (theirs === undefined) {
        const types = await typesOf(target, part)
        if (types && !types.has(type))
          return impossible('not_supported', `the target does not support ${rootOf[part]} of type ${type}`)
        await toBody()
        return { state: 'create' }
      }
      const paths = differences(withoutTimes(whole), theirs, changed)
      return paths.length === 0 ? { state: 'equal' } : { state: 'differs', differences: paths }
    },
    async make({ target, overwrite }) {
      const isThere = overwrite && (await target.find(path)) !== undefined
      const body = await toBody()
      await (isThere ? target.send('PUT', path, body) : target.send('POST', list, { type, name, ...body }))
      return undefined
    },
  }
}

const withoutTimes = ({ created_at: _, last_modified_at: __, ...settings }: Tree): Tree => settings

/**
 * EMQX lists the types of actions and sources. The types of connectors are only in their schema. `/schemas/sources`
 * does not exist.
 */
const typesPath = { connector: '/schemas/connectors', action: '/action_types', source: '/source_types' } as const

/** Undefined if the target does not list its types. */
async function typesOf(target: Target, part: IntegrationKind): Promise<ReadonlySet<string> | undefined> {
  const answer = await target.find(typesPath[part])
  if (Array.isArray(answer)) return new Set(answer.map(String))
  const schemas = field(field(answer, 'components'), 'schemas')
  if (typeof schemas !== 'object' || schemas === null) return undefined
  const types = Object.values(schemas).flatMap(typeNames)
  return types.length === 0 ? undefined : new Set(types)
}

/** `type` of a schema that names its types. */
function typeNames(schema: unknown): readonly string[] {
  const type = field(field(schema, 'properties'), 'type')
  const names = field(type, 'enum') ?? field(type, 'symbols')
  return Array.isArray(names) ? names.map(String) : []
}

/** Rules, including whether they are enabled. */
export function ruleTasks(source: MigrationSource): readonly MigrationTask[] {
  const { rules } = source.configuration.get('rule_engine')
  const { schemas } = source.configuration.get('schema_registry')
  const ids = (part: 'action' | 'source') => {
    const root = rootOf[part]
    return namedSettings(root, source.configuration.get(root)).map(({ type, name }) => `${type}:${name}`)
  }
  const [actions, sources] = [ids('action'), ids('source')]
  return Object.entries(rules).map(([id, { metadata: _, ...rule }]): MigrationTask => {
    const path = `/rules/${encodeURIComponent(id)}`
    const body = { id, ...rule }
    return {
      kind: 'rule',
      name: id,
      needs: [
        ...actions.filter((one) => usesAction(rule, one)).map((one) => `action/${one}`),
        ...sources.filter((one) => usesSource(rule, one)).map((one) => `source/${one}`),
        ...schemasInSql(rule.sql)
          .filter((name) => Object.hasOwn(schemas, name))
          .map((name) => `schema/${name}`),
      ],
      async find(target) {
        const theirs = await target.find(path)
        if (theirs === undefined) return { state: 'create' }
        const paths = differences(body, theirs)
        return paths.length === 0 ? { state: 'equal' } : { state: 'differs', differences: paths }
      },
      async make({ target, overwrite }) {
        const isThere = overwrite && (await target.find(path)) !== undefined
        await (isThere ? target.send('PUT', path, rule) : target.send('POST', '/rules', body))
        return undefined
      },
    }
  })
}
