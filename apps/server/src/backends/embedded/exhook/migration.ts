import { exhookServer, secretsOf, structKind } from '@mqdeck/contract'
import { differences } from '../../../migrate/compare.ts'
import { withPemTexts } from '../../../migrate/pem-texts.ts'
import type { Secrets } from '../../../migrate/secrets.ts'
import type { MigrationSource } from '../../../migrate/source.ts'
import type { MigrationTask } from '../../../migrate/task.ts'

/** ExHook servers, in their order. They follow those that the target has. */
export function exhookTasks(source: MigrationSource, secrets: Secrets): readonly MigrationTask[] {
  const kind = structKind(exhookServer)
  return source.configuration.get('exhook').servers.map((server): MigrationTask => {
    const path = `/exhooks/${encodeURIComponent(server.name)}`
    const toBody = () => withPemTexts(server, source)
    secrets.add(secretsOf(kind, server))
    return {
      kind: 'exhook',
      name: server.name,
      async find(target) {
        const theirs = await target.find(path)
        if (theirs === undefined) {
          await toBody()
          return { state: 'create' }
        }
        const paths = differences(server, theirs)
        return paths.length === 0 ? { state: 'equal' } : { state: 'differs', differences: paths }
      },
      async make({ target, overwrite }) {
        const isThere = overwrite && (await target.find(path)) !== undefined
        const body = await toBody()
        await (isThere ? target.send('PUT', path, body) : target.send('POST', '/exhooks', body))
        return undefined
      },
    }
  })
}
