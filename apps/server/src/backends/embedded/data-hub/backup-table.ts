import type { PayloadDecoder } from '@mqdeck/contract'
import * as z from 'zod'
import { defineBackupTable } from '../backup/backup-table.ts'
import type { PayloadDecoders } from './payload-decoders.ts'

const Decoder: z.ZodType<PayloadDecoder> = z.strictObject({
  topic: z.string(),
  format: z.enum(['cbor', 'msgpack', 'sparkplug', 'schema']),
  schema: z.string().optional(),
  message_type: z.string().optional(),
})

/** How the dashboard decodes payloads, in the order in which the decoders are tried. */
export const payloadDecoderTable = (decoders: PayloadDecoders) =>
  defineBackupTable<PayloadDecoder>({
    name: 'payload_decoders',
    schema: Decoder,
    nameOf: ({ topic }) => topic,
    dump: decoders.all,
    find: ({ topic }) => decoders.all().find((one) => one.topic === topic),
    check: decoders.check,
    put: decoders.put,
  })
