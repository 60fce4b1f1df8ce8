import { startEmbedded } from './embedded.ts'

// The broker as a process of its own, for tests that kill it or watch its memory; see broker-process.ts.
// Written by startBrokerProcess and nobody else.
const options = JSON.parse(process.env.MQDECK_TEST_BROKER ?? '{}') as object
const broker = await startEmbedded(options)
process.once('SIGTERM', async () => {
  await broker.stop()
  process.exit(0)
})
process.on('SIGUSR2', () => {
  const { queued, unsent } = broker.broker.held()
  process.stdout.write(`held ${queued + unsent}\n`)
})
process.stdout.write(`listening ${broker.endpoint().port}\n`)
