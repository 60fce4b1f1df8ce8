import { externalRegistry, type Kind, registeredSchema, schemasInSql, secretsOf, structKind } from '@mqdeck/contract'
import type { Tree } from '../../../broker-config/trees.ts'
import { differences } from '../../../migrate/compare.ts'
import { toTree, withoutNulls } from '../../../migrate/named-settings.ts'
import { withPemTexts } from '../../../migrate/pem-texts.ts'
import type { Secrets } from '../../../migrate/secrets.ts'
import type { MigrationSource } from '../../../migrate/source.ts'
import { impossible, type MigrationTask } from '../../../migrate/task.ts'

interface Named {
  readonly kind: 'schema' | 'external_registry' | 'validation' | 'transformation'
  readonly name: string
  readonly settings: Tree
  readonly needs?: readonly string[]
  /** Path of the list, which the open-source edition does not have. */
  readonly list: string
  /** Path of this object. */
  readonly path: string
  /** The name is part of the body of a change, which is sent to the list. */
  readonly isChangedInList?: true
}

/** Schemas and external registries. */
export function schemaTasks(source: MigrationSource, secrets: Secrets): readonly MigrationTask[] {
  const { schemas, external } = source.configuration.get('schema_registry')
  const list = '/schema_registry'
  return [
    ...Object.entries(schemas).map(([name, schema]) =>
      namedTask(
        { kind: 'schema', name, settings: toTree(schema), list, path: `${list}/${enc(name)}` },
        registeredSchema,
      ),
    ),
    ...Object.entries(external).map(([name, registry]) =>
      namedTask(
        {
          kind: 'external_registry',
          name,
          settings: toTree(registry),
          list: '/schema_registry_external',
          path: `/schema_registry_external/registry/${enc(name)}`,
        },
        structKind(externalRegistry),
      ),
    ),
  ]

  function namedTask(named: Named, kind: Kind): MigrationTask {
    secrets.add(secretsOf(kind, named.settings))
    return toTask(named, source)
  }
}

/** Validations and transformations, in their order. They follow those that the target has. */
export function policyTasks(source: MigrationSource): readonly MigrationTask[] {
  const { validations } = source.configuration.get('schema_validation')
  const { transformations } = source.configuration.get('message_transformation')
  return [
    ...validations.map((one) =>
      toTask(
        {
          kind: 'validation',
          name: one.name,
          settings: toTree(one),
          needs: schemasOf(one.checks),
          list: '/schema_validations',
          path: `/schema_validations/validation/${enc(one.name)}`,
          isChangedInList: true,
        },
        source,
      ),
    ),
    ...transformations.map((one) =>
      toTask(
        {
          kind: 'transformation',
          name: one.name,
          settings: toTree(one),
          needs: schemasOf([one.payload_decoder, one.payload_encoder]),
          list: '/message_transformations',
          path: `/message_transformations/transformation/${enc(one.name)}`,
          isChangedInList: true,
        },
        source,
      ),
    ),
  ]
}

/** IDs of the items of these schemas. */
function schemasOf(users: readonly object[]): readonly string[] {
  const names = users.flatMap((user) => {
    if ('sql' in user && typeof user.sql === 'string') return schemasInSql(user.sql)
    return 'schema' in user && typeof user.schema === 'string' ? [user.schema] : []
  })
  return names.map((name) => `schema/${name}`)
}

const enc = encodeURIComponent

function toTask(
  { kind, name, settings, needs = [], list, path, isChangedInList }: Named,
  source: MigrationSource,
): MigrationTask {
  const toBody = () => withPemTexts(toTree(withoutNulls(settings)), source)
  return {
    kind,
    name,
    needs,
    async find(target) {
      const theirs = await target.find(path)
      if (theirs === undefined) {
        if ((await target.find(list)) === undefined)
          return impossible('not_supported', `the target does not have ${list.slice(1).replaceAll('_', ' ')}`)
        await toBody()
        return { state: 'create' }
      }
      const paths = differences(settings, theirs)
      return paths.length === 0 ? { state: 'equal' } : { state: 'differs', differences: paths }
    },
    async make({ target, overwrite }) {
      const isThere = overwrite && (await target.find(path)) !== undefined
      const body = await toBody()
      if (!isThere) await target.send('POST', list, { name, ...body })
      else await target.send('PUT', isChangedInList ? list : path, isChangedInList ? { name, ...body } : body)
      return undefined
    },
  }
}
