import { startEmbedded } from './embedded.ts'

// The broker as a separate process, for tests that kill it or measure its memory. See broker-process.ts.
// written by startBrokerProcess
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
