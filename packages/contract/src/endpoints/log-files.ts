import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { count, nonNegInteger, oneOf, range, response, rfc3339, string, withDefault } from '../fields/index.ts'

/** A log file. Paths inside the data folder are relative to it. */
export const LogFile = response({
  /** Name of the handler: `default` is `log.file.default`. */
  name: z.string(),
  path: z.string(),
  level: z.string(),
  formatter: z.enum(['text', 'json']),
  /** Total size in bytes of all parts. */
  size: count(),
  /** Parts, oldest first. The last one is being written. */
  parts: z.array(response({ path: z.string(), size: count(), modified_at: rfc3339() })),
})
export type LogFile = z.infer<typeof LogFile>

export const LogLinesQuery = z.object({
  /**
   * Position to read from, in bytes ever written. By default the start when reading forward, and the end when reading
   * backward.
   */
  position: nonNegInteger().optional(),
  bytes: withDefault(range(1, 1_048_576), 65_536),
  direction: withDefault(oneOf(['forward', 'backward']), 'forward'),
})
export type LogLinesQuery = z.infer<typeof LogLinesQuery>

/** Complete lines. Start with `backward`, follow with `position`, and read older lines with `backward` and `start`. */
export const LogLines = response({
  items: z.string(),
  meta: response({
    /** The file that contains the lines. It changes after a rotation. */
    path: z.string(),
    /**
     * Position of the first line, and the position after the last. Positions increase across rotations and restarts.
     */
    start: count(),
    position: count(),
    /** The oldest and the newest available position. */
    first: count(),
    end: count(),
    /** Bytes between the requested position and `start` that rotation has deleted. */
    skipped: count(),
    /** Whether no complete line follows. */
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
