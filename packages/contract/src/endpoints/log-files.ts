import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { answer, count, nonNegInteger, oneOf, range, rfc3339, string, withDefault } from '../fields/index.ts'

/** A file of the log. Paths are relative to the data folder when the file is in there. */
export const LogFile = answer({
  /** Of the handler: `default` is `log.file.default`. */
  name: z.string(),
  path: z.string(),
  level: z.string(),
  formatter: z.enum(['text', 'json']),
  /** Bytes of all parts. */
  size: count(),
  /** Oldest first; the last one is written. */
  parts: z.array(answer({ path: z.string(), size: count(), modified_at: rfc3339() })),
})
export type LogFile = z.infer<typeof LogFile>

export const LogLinesQuery = z.object({
  /** Bytes ever written before the place to read from. Missing: the beginning forward, the end backward. */
  position: nonNegInteger().optional(),
  bytes: withDefault(range(1, 1_048_576), 65_536),
  direction: withDefault(oneOf(['forward', 'backward']), 'forward'),
})
export type LogLinesQuery = z.infer<typeof LogLinesQuery>

/** Whole lines. Begin with `backward`, follow with `position`, look further back with `backward` and `start`. */
export const LogLines = answer({
  items: z.string(),
  meta: answer({
    /** The file of the lines: another one than before after a rotation. */
    path: z.string(),
    /** Position of the first line, and the one after the last: it counts on through rotations and restarts. */
    start: count(),
    position: count(),
    /** The oldest position that is kept, and the newest. */
    first: count(),
    end: count(),
    /** Bytes that rotation removed between the position asked for and `start`. */
    skipped: count(),
    /** No whole line follows yet. */
    end_of_file: z.boolean(),
  }),
})
export type LogLines = z.infer<typeof LogLines>

export const listLogFiles = endpoint({
  method: 'GET',
  path: '/mqdeck/log_files',
  tag: 'MQDeck',
  ok: { 200: z.array(LogFile) },
})

export const readLogFile = endpoint({
  method: 'GET',
  path: '/mqdeck/log_files/{name}',
  tag: 'MQDeck',
  params: z.object({ name: string() }),
  query: LogLinesQuery,
  ok: { 200: LogLines },
  errors: { 404: ['NOT_FOUND'] },
})

export const logFiles = { listLogFiles, readLogFile }
