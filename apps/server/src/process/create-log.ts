import type { Log } from '@mqdeck/kit'
import { pino, stdSerializers } from 'pino'

/** One JSON object a line on stdout. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { error: stdSerializers.err },
  })
}
