import { getFormSchema } from '@mqdeck/contract'
import { defineQuery } from '../api/index.ts'
import type { SchemaDocument } from './wire.ts'

/** The schema of `/configs/*`. A real cluster returns its own, possibly with unknown fields. */
export const hotConfQuery = defineQuery<undefined, SchemaDocument>({
  name: 'hotconf',
  // The form validates every part of it; see WireSchema.
  load: async (call, _args, signal) =>
    (await call(getFormSchema, { params: { name: 'hotconf' }, signal })) as SchemaDocument,
})
