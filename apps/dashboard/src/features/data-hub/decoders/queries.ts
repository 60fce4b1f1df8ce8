import { listSchemas, type RegisteredSchema } from '@mqdeck/contract'
import { defineQuery, orIfMissing } from '../../../api/index.ts'

/** Empty where the broker has no schema registry. */
export const schemasQuery = defineQuery<undefined, readonly RegisteredSchema[]>({
  name: 'schemas',
  load: (call, _, signal) => orIfMissing(call(listSchemas, { signal }), []),
})
