import { measuredProtocols } from './gateway-clients.ts'
import { pairs, type Rate, rateCells, rateOf, withProcess } from './gateways.ts'
import { defineTable } from './table.ts'

interface PluginRow {
  readonly plugin: string
  readonly qos0: Rate
  readonly qos1: Rate
}

/** Code of each plugin in `start`. */
const codes: Readonly<Record<string, string>> = {
  none: '',
  'message.publish, another topic': `hook('message.publish', () => {}, { topics: ['other/#'] })`,
  'message.publish, unchanged': `hook('message.publish', () => {})`,
  'message.publish, rewritten': `hook('message.publish', ({ payload }) => ({ payload: Uint8Array.from(payload).fill(120, 0, 8) }))`,
}

export const plugins = defineTable<PluginRow>({
  name: 'plugins',
  measure: async () => {
    const rows: PluginRow[] = []
    for (const [plugin, code] of Object.entries(codes)) rows.push(await measurePlugin(plugin, code))
    return rows
  },
  header: [`${pairs} -> ${pairs}`, 'QoS 0/s', 'CPU', 'QoS 1/s', 'CPU'],
  cellsOf: ({ plugin, qos0, qos1 }) => [plugin, ...rateCells(qos0), ...rateCells(qos1)],
})

async function measurePlugin(plugin: string, code: string): Promise<PluginRow> {
  process.stderr.write(`plugins, ${plugin} ...\n`)
  const rate = (qos: 0 | 1) =>
    withProcess('plugin-broker.js', { PLUGIN: code }, (pid, { mqtt }) => {
      const [protocol] = measuredProtocols
      if (!protocol || typeof mqtt !== 'number') throw new Error('no port')
      return rateOf(protocol, mqtt, pid, qos)
    })
  return { plugin, qos0: await rate(0), qos1: await rate(1) }
}
