import { anyMap, type Fields, type Kind, type Struct, text, type Wire } from '@mqdeck/contract'
import * as z from 'zod'
import { readRoot } from './read-root.ts'
import { mergeTrees, type Tree } from './trees.ts'

/** Settings of a named zone that differ from the global zone, as written. */
export interface NamedZone {
  readonly mqtt?: Tree
  readonly force_shutdown?: Tree
  readonly flapping_detect?: Tree
}

const tree = () => z.record(z.string(), z.unknown())

/**
 * Named zones with their settings. The settings are validated where they are merged over the global zone (`zoneRoot`).
 */
export const zoneKind: Kind<Readonly<Record<string, NamedZone>>> = {
  ...anyMap(text()),
  schema: z.record(
    z.string().regex(/^(?!(default|constructor|prototype)$)[A-Za-z0-9][\w-]{0,255}$/),
    z.strictObject({ mqtt: tree().optional(), force_shutdown: tree().optional(), flapping_detect: tree().optional() }),
  ) as z.ZodType<Readonly<Record<string, NamedZone>>>, // exact optional fields, which zod does not support
  structs: [],
  toPlain: (value) => value,
  inside: () => [],
}

/**
 * One root of a named zone: the global zone with the settings of the named zone merged over it.
 * @throws {AppError} for invalid settings, with the path
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
