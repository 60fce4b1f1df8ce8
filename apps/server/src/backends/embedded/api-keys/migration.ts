import type { MigrationSource } from '../../../migrate/source.ts'
import { impossible, type MigrationTask, nothing, reportOnly } from '../../../migrate/task.ts'
import type { ApiKeyRecord } from './service.ts'

/** Only hashes of the secrets are stored, which EMQX does not accept. Missing keys are reported. */
export const apiKeyTasks = ({ store }: MigrationSource): readonly MigrationTask[] =>
  Array.from(store.table<ApiKeyRecord>('api_keys').entries(), ({ value: { name } }) =>
    reportOnly('api_key', name, async (target) =>
      (await target.find(`/api_key/${encodeURIComponent(name)}`)) === undefined
        ? impossible(
            'secret_not_carried',
            'only a hash of the secret is stored. Create a key on the target and distribute its new secret',
          )
        : nothing,
    ),
  )
