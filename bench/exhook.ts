import type { ProviderOptions } from './exhook-provider.ts'
import { measuredProtocols } from './gateway-clients.ts'
import { pairs, type Rate, rateCells, rateOf, withProcess } from './gateways.ts'
import { processorSeconds } from './process-stats.ts'
import { defineTable } from './table.ts'

interface ExHookRow {
  readonly server: string
  readonly qos0: Rate
  readonly qos1: Rate
  /** CPU time of the ExHook server per message, in microseconds. */
  readonly provider: number
}

const asked = (topics: readonly string[], isRewriting: boolean): ProviderOptions => ({
  hooks: [{ name: 'message.publish', topics }],
  isRewriting,
})

const servers: readonly (readonly [string, ProviderOptions | undefined])[] = [
  ['none', undefined],
  ['message.publish, another topic', asked(['other/#'], false)],
  ['message.publish, unchanged', asked([], false)],
  ['message.publish, rewritten', asked([], true)],
  [
    'message.delivered and acked, reported',
    { hooks: [{ name: 'message.delivered' }, { name: 'message.acked' }], isRewriting: false },
  ],
]

export const exhook = defineTable<ExHookRow>({
  name: 'exhook',
  measure: async () => {
    const rows: ExHookRow[] = []
    for (const [server, options] of servers) rows.push(await measureServer(server, options))
    return rows
  },
  header: [`${pairs} -> ${pairs}`, 'QoS 0/s', 'CPU', 'QoS 1/s', 'CPU', 'provider: µs per message'],
  cellsOf: ({ server, qos0, qos1, provider }) => [server, ...rateCells(qos0), ...rateCells(qos1), provider.toFixed(0)],
})

async function measureServer(server: string, options: ProviderOptions | undefined): Promise<ExHookRow> {
  process.stderr.write(`exhook, ${server} ...\n`)
  const measure = async (providerPort: string, used: () => number) => {
    const rate = (qos: 0 | 1) =>
      withProcess('exhook-broker.js', { PROVIDER_PORT: providerPort }, (pid, { mqtt }) => {
        const [protocol] = measuredProtocols
        if (!protocol || typeof mqtt !== 'number') throw new Error('no port')
        return rateOf(protocol, mqtt, pid, qos)
      })
    const qos0 = await rate(0)
    const before = used()
    const qos1 = await rate(1)
    // Warm-up and measurement take four seconds.
    return { server, qos0, qos1, provider: ((used() - before) * 1_000_000) / Math.max(1, qos1.perSecond * 4) }
  }
  if (!options) return measure('', () => 0)
  return withProcess('exhook-provider.js', { PROVIDER: JSON.stringify(options) }, (pid, { port }) =>
    measure(String(port), () => processorSeconds(pid)),
  )
}
