import type { exhookServer, PlainValue } from '@mqdeck/contract'

/** An ExHook server in plain units. */
export type ExHookSettings = PlainValue<typeof exhookServer>
