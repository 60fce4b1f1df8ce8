import * as z from 'zod'
import { levels, type PacketType, packetTypes } from '../../log/index.ts'

const isPacketType = (text: string): text is PacketType => packetTypes.some((type) => type === text)

/** State of the viewer in the URL. `at` is the position of a line to start with in the whole trace. */
export const viewerSearch = z.object({
  level: z.enum(levels).optional().catch(undefined),
  packet: z
    .union([z.string().transform((one) => [one]), z.array(z.string())])
    .transform((texts) => texts.flatMap((text) => text.split(',')).filter(isPacketType))
    .catch([]),
  search: z.string().optional(),
  show: z.enum(['matches', 'all']).catch('matches'),
  at: z.coerce.number().int().nonnegative().optional().catch(undefined),
})
export type ViewerSearch = z.output<typeof viewerSearch>
