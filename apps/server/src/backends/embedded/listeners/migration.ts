import { authenticatorId } from '@mqdeck/access/catalog'
import { secretsOf } from '@mqdeck/contract'
import { differences } from '../../../migrate/compare.ts'
import { namedSettings } from '../../../migrate/named-settings.ts'
import { withPemTexts } from '../../../migrate/pem-texts.ts'
import type { Secrets } from '../../../migrate/secrets.ts'
import type { MigrationSource } from '../../../migrate/source.ts'
import type { MigrationTask } from '../../../migrate/task.ts'

/** Listeners with their certificates. */
export function listenerTasks(source: MigrationSource, secrets: Secrets): readonly MigrationTask[] {
  const { configuration } = source
  const zones = configuration.get('zones')
  // Without its authenticator, a listener would accept every client.
  const guards = [
    ...configuration
      .get('authentication')
      .filter(({ enable }) => enable)
      .map((one) => `authenticator/${authenticatorId(one)}`),
    ...configuration
      .get('authorization')
      .sources.filter(({ enable }) => enable)
      .map(({ type }) => `authz_source/${type}`),
  ]
  return namedSettings('listeners', configuration.get('listeners')).map(
    ({ type, name, whole, changed, kind }): MigrationTask => {
      secrets.add(secretsOf(kind, whole))
      const id = `${type}:${name}`
      const path = `/listeners/${encodeURIComponent(id)}`
      const toBody = () => withPemTexts(changed, source)
      const { zone } = whole
      return {
        kind: 'listener',
        name: id,
        needs: [
          ...guards,
          ...(typeof zone === 'string' && Object.hasOwn(zones, zone) ? [`settings/zones.${zone}`] : []),
        ],
        async find(target) {
          const theirs = await target.find(path)
          if (theirs === undefined) {
            await toBody()
            return { state: 'create' }
          }
          const paths = differences(whole, theirs, changed)
          return paths.length === 0 ? { state: 'equal' } : { state: 'differs', differences: paths }
        },
        async make({ target, overwrite }) {
          const isThere = overwrite && (await target.find(path)) !== undefined
          const body = { type, ...(await toBody()) }
          await (isThere
            ? target.send('PUT', path, { ...body, id })
            : target.send('POST', '/listeners', { ...body, name }))
          return undefined
        },
      }
    },
  )
}
