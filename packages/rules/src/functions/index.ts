import { arrays } from './arrays.ts'
import { bits } from './bits.ts'
import { compression } from './compression.ts'
import { conversion } from './conversion.ts'
import { encoding } from './encoding.ts'
import { events } from './events.ts'
import type { FunctionFamily, SqlFunction } from './function.ts'
import { hashes } from './hashes.ts'
import { maps } from './maps.ts'
import { math } from './math.ts'
import { other } from './other.ts'
import { schemas } from './schemas.ts'
import { stores } from './stores.ts'
import { strings } from './strings.ts'
import { time } from './time.ts'
import { typeChecks } from './type-checks.ts'

export type { FunctionFamily, Parameter, SqlFunction } from './function.ts'

/** All functions of rule SQL in EMQX 5.8, in the order of the documentation. */
export const functionFamilies: readonly FunctionFamily[] = [
  math,
  typeChecks,
  conversion,
  strings,
  maps,
  arrays,
  hashes,
  compression,
  bits,
  encoding,
  time,
  events,
  schemas,
  stores,
  other,
]

export const functionsByName: ReadonlyMap<string, SqlFunction> = new Map(
  functionFamilies.flatMap(({ functions }) => functions.map((one) => [one.name, one] as const)),
)
