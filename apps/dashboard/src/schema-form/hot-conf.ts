import { getHotConfSchema } from '@mqdeck/contract'
import { defineQuery } from '../data/index.ts'
import type { SchemaDocument } from './wire.ts'

/** The schema of all that `/configs/*` takes. Of a real cluster its own, with fields that nobody here has heard of. */
export const hotConfQuery = defineQuery<undefined, SchemaDocument>({
  name: 'hotconf',
  // The form reads every part of it with care; see WireSchema.
  load: async (call, _args, signal) => (await call(getHotConfSchema, { signal })) as SchemaDocument,
})
