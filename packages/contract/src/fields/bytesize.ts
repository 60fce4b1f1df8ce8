import type * as z from 'zod'
import { parseByteSize } from '../quantities.ts'
import { field, type OpenApiSchema } from './field.ts'

/** A number of bytes, or a size such as `100KB` or `1MB`; converted to bytes. */
export const bytesize = (extra: OpenApiSchema = {}): z.ZodType<number, number | string> =>
  field(
    { type: 'string', ...extra },
    (value, refuse) => parseByteSize(value) ?? refuse({ expected: 'emqx_schema:bytesize()' }),
  )
