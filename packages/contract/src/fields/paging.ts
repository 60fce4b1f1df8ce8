import * as z from 'zod'
import { field, withDefault } from './field.ts'
import { posInteger, range } from './number.ts'
import { count, response } from './response.ts'

/** Parameters of a list with numbered pages. */
export const paging = {
  page: withDefault(posInteger(), 1),
  limit: withDefault(range(1, 10_000), 100),
}

/** Parameters of a list that continues from a position. */
export const continuation = {
  position: field<string>(
    {
      oneOf: [{ type: 'string' }, { type: 'string', enum: ['end_of_data'] }, { type: 'string', enum: ['none'] }],
    },
    (value, refuse) => (typeof value === 'string' ? value : refuse({ expected: 'string()' })),
  ).optional(),
  limit: withDefault(range(1, 10_000), 100),
}

/** `count` is missing if counting would require a full scan. */
export const PageMeta = response({
  page: z.int().min(1).meta({ default: 1 }),
  limit: z.int().min(1).max(10_000).meta({ default: 100 }),
  hasnext: z.boolean(),
  count: count().optional(),
})
export type PageMeta = z.infer<typeof PageMeta>

/** One numbered page of a list. */
export const page = <T extends z.ZodType>(item: T) => response({ data: z.array(item), meta: PageMeta })
export interface Page<T> {
  data: T[]
  meta: PageMeta
}

const Position = z.string().meta({
  oneOf: [{ type: 'string' }, { type: 'string', enum: ['end_of_data'] }, { type: 'string', enum: ['none'] }],
})

/**
 * Part of a list. `start` is the first available position, `position` where to continue; both are `none` if the list is
 * empty.
 */
export const positionPage = <T extends z.ZodType>(item: T) =>
  response({
    data: z.array(item),
    meta: response({
      start: z.string().meta({ oneOf: [{ type: 'string' }, { type: 'string', enum: ['none'] }] }),
      position: Position.optional(),
    }),
  })
export interface PositionPage<T> {
  data: T[]
  meta: { start: string; position?: string | undefined }
}

/** Part of a list with a cursor; the last part has no cursor. `count` counts only the rows of this response. */
export const cursorPage = <T extends z.ZodType>(item: T) =>
  response({ data: z.array(item), meta: response({ count: count(), cursor: z.string().optional() }) })
export interface CursorPage<T> {
  data: T[]
  meta: { count: number; cursor?: string | undefined }
}
