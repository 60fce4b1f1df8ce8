import type * as z from 'zod'
import { field, type OpenApiSchema } from './field.ts'
import { toInteger } from './number.ts'

const units: Readonly<Record<string, number>> = { '': 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }

/** A number of bytes, also written `100KB`, `1MB`; read as bytes. */
export const bytesize = (extra: OpenApiSchema = {}): z.ZodType<number, number | string> =>
  field(
    { type: 'string', ...extra },
    (value, refuse) => toBytes(value) ?? refuse({ expected: 'emqx_schema:bytesize()' }),
  )

function toBytes(value: unknown): number | undefined {
  if (typeof value === 'number') return toInteger(value)
  const match = typeof value === 'string' ? /^(\d+(?:\.\d+)?)\s*(KB|MB|GB)?$/i.exec(value) : null
  if (!match) return undefined
  const unit = units[(match[2] ?? '').toUpperCase()] ?? 1
  return Math.ceil(Number(match[1]) * unit)
}
