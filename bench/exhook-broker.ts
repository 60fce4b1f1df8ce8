import { exhookServer, toPlain } from '@mqdeck/contract'
import { createExHooks } from '@mqdeck/extensions'
import { silentLog, systemClock } from '@mqdeck/kit'
import { startEmbedded } from '@mqdeck/testkit'

// Set by exhook.ts; empty for none.
const provider = process.env.PROVIDER_PORT ?? ''
const { hooks, endpoint } = await startEmbedded()
const exhooks = createExHooks({
  hooks,
  identity: { node: 'mqdeck@127.0.0.1', version: '5.8.0', sysdescr: 'MQDeck', clusterName: 'emqxcl' },
  clock: systemClock,
  log: silentLog,
  startedAt: Date.now(),
  folder: '.',
})
const server = { name: 'bench', url: `http://127.0.0.1:${provider}` }
if (provider !== '') await exhooks.update([toPlain(exhookServer, exhookServer.schema.parse(server))])
if (exhooks.list().some(({ status }) => status !== 'connected')) throw new Error(exhooks.get('bench')?.reason)
console.log(JSON.stringify({ mqtt: endpoint().port }))
