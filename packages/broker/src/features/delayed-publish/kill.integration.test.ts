import { openStore, silentLog } from '@mqdeck/kit'
import { connectRaw, createFakeClock, createTempFolder, startProcess, startTimeoutMs } from '@mqdeck/testkit'
import { expect, it } from 'vitest'
import { createHooks } from '../../create-hooks.ts'
import { createMetrics } from '../../metrics.ts'
import { createDelayedPublish } from './delayed-publish.ts'

/** A broker with delayed publish as a process of its own. */
function startServer(folder: string) {
  const own = new URL('./delayed-publish.ts', import.meta.url).href
  const source = `
    import { silentLog, systemClock as clock } from '@mqdeck/kit'
    import { startEmbedded } from '@mqdeck/testkit'
    import { createDelayedPublish } from ${JSON.stringify(own)}
    const { broker, store, endpoint } = await startEmbedded({ folder: ${JSON.stringify(folder)} })
    const settings = { enable: true, max_delayed_messages: 0 }
    createDelayedPublish({ settings, broker, store, clock, log: silentLog }).start()
    console.log('listening ' + endpoint().port)`
  return startProcess({
    command: process.execPath,
    args: ['--input-type=module', '--eval', source],
    cwd: import.meta.dirname,
  })
}

it('no acknowledged message is lost, and no other message appears, when the process is killed (SIGKILL)', async () => {
  const folder = await createTempFolder()
  const server = startServer(folder.path)
  const port = Number((await server.line(/^listening \d+$/, startTimeoutMs)).split(' ')[1])
  const client = await connectRaw({ host: '127.0.0.1', port })
  const acknowledged: string[] = []
  for (let number = 0; number < 200; number++) {
    await client.publish(`$delayed/600/t/${number}`, `${number}`, { qos: number % 2 ? 1 : 2 })
    acknowledged.push(`t/${number}`)
  }
  await server.kill()
  await client.waitForClose()

  const store = openStore(folder.path)
  const delayed = createDelayedPublish({
    settings: { enable: true, max_delayed_messages: 0 },
    // Nothing is due: only what is there is looked at.
    broker: {
      hooks: createHooks(silentLog),
      metrics: createMetrics(),
      republish: () => Promise.reject(new Error('not due')),
    },
    store,
    clock: createFakeClock(Date.now()),
    log: silentLog,
  })
  expect(delayed.list(0, 1000).map(({ message }) => message.topic)).toEqual(acknowledged)
  await delayed.stop()
  await store.close()
  await folder.remove()
})
