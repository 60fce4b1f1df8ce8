import { anyMap, type Fields, type Kind, type Struct, text, type Wire } from '@mqdeck/contract'
import * as z from 'zod'
import { readRoot } from './read-root.ts'
import { mergeTrees, type Tree } from './trees.ts'

/** What a named zone says otherwise than the global one, as it was written. */
export interface NamedZone {
  readonly mqtt?: Tree
  readonly force_shutdown?: Tree
  readonly flapping_detect?: Tree
}

const tree = () => z.record(z.string(), z.unknown())

/** Names of zones with what they say; what is said is read where it is laid over the global zone (`zoneRoot`). */
export const zoneKind: Kind<Readonly<Record<string, NamedZone>>> = {
  ...anyMap(text()),
  schema: z.record(
    z.string().regex(/^(?!default$)[A-Za-z0-9][\w-]{0,255}$/),
    z.strictObject({ mqtt: tree().optional(), force_shutdown: tree().optional(), flapping_detect: tree().optional() }),
  ) as z.ZodType<Readonly<Record<string, NamedZone>>>, // exact optional fields, which zod does not know
  structs: [],
  toPlain: (value) => value,
  inside: () => [],
}

/**
 * One root of a named zone: the global one with what the zone says laid over it.
 * @throws {AppError} for what cannot stand there, with its path
 */
export function zoneRoot<F extends Fields>(
  name: string,
  of: Struct<F>,
  root: keyof NamedZone,
  zone: NamedZone,
  global: Wire<F>,
): Wire<F> {
  return readRoot(of.schema, mergeTrees(global, zone[root] ?? {}), `zones.${name}.${root}`)
}
