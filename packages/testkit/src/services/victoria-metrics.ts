import { freePort } from '../free-port.ts'
import { type ServerProgram, startServerProgram } from './server-program.ts'

/**
 * Debian's VictoriaMetrics, which receives points of InfluxDB 1 and 2 at `port` and of OpenTSDB at `opentsdbPort`.
 * @debian victoria-metrics /usr/bin/victoria-metrics
 */
export interface VictoriaMetrics extends ServerProgram {
  readonly opentsdbPort: number
  /** The stored series whose name matches a regular expression. Timestamps are milliseconds since the epoch. */
  series(namePattern: string): Promise<readonly VictoriaSeries[]>
}

export interface VictoriaSeries {
  /** The name is `__name__`. */
  readonly metric: Readonly<Record<string, string>>
  readonly values: readonly number[]
  readonly timestamps: readonly number[]
}

export async function startVictoriaMetrics(): Promise<VictoriaMetrics> {
  const opentsdbPort = await freePort()
  const server = await startServerProgram({
    user: '_victoria-metrics',
    files: () => ({}),
    command: (folder, port) => ({
      program: '/usr/bin/victoria-metrics',
      args: [
        `-storageDataPath=${folder}/data`,
        `-httpListenAddr=127.0.0.1:${port}`,
        `-opentsdbHTTPListenAddr=127.0.0.1:${opentsdbPort}`,
        '-retentionPeriod=100y',
      ],
    }),
  })
  return {
    ...server,
    opentsdbPort,
    async series(namePattern) {
      // Otherwise new points become visible only after a second.
      await ask('/internal/force_flush')
      const text = await ask(`/api/v1/export?match[]=${encodeURIComponent(`{__name__=~"${namePattern}"}`)}`)
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    },
  }

  async function ask(path: string): Promise<string> {
    const response = await fetch(`${server.origin}${path}`, { headers: { connection: 'close' } })
    if (!response.ok) throw new Error(await response.text())
    return response.text()
  }
}
