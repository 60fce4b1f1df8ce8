import {
  listPayloadDecoders,
  listSchemas,
  type PayloadDecoder,
  type RegisteredSchema,
  updatePayloadDecoders,
} from '@mqdeck/contract'
import { defineChange, defineQuery, orIfMissing } from '../../../api/index.ts'
import type { Binding } from './bindings.ts'

/** Empty where the broker has no schema registry. */
export const schemasQuery = defineQuery<undefined, readonly RegisteredSchema[]>({
  name: 'schemas',
  load: (call, _, signal) => orIfMissing(call(listSchemas, { signal }), []),
})

/** The decoders that all users share. Undefined in front of EMQX, which has no place for them. */
export const sharedBindingsQuery = defineQuery<undefined, readonly Binding[] | undefined>({
  name: 'payload-decoders',
  load: async (call, _, signal) =>
    (await orIfMissing(call(listPayloadDecoders, { signal }), undefined))?.map(toBinding),
})

type Change = (before: readonly Binding[]) => readonly Binding[]

export const changeSharedBindings = defineChange<Change, unknown>({
  // The request replaces all decoders, so that the latest ones are read first.
  apply: async (call, change) =>
    call(updatePayloadDecoders, { body: change((await call(listPayloadDecoders)).map(toBinding)).map(fromBinding) }),
  invalidates: [sharedBindingsQuery],
})

const toBinding = ({ topic, format, schema = '', message_type }: PayloadDecoder): Binding => ({
  filter: topic,
  decoder:
    format === 'schema'
      ? { format, schema, ...(message_type !== undefined && { messageType: message_type }) }
      : { format },
})

const fromBinding = ({ filter: topic, decoder }: Binding): PayloadDecoder =>
  decoder.format === 'schema'
    ? {
        topic,
        format: decoder.format,
        schema: decoder.schema,
        ...(decoder.messageType !== undefined && { message_type: decoder.messageType }),
      }
    : { topic, format: decoder.format }
