import { eventually, startKafkaPeer } from '@mqdeck/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { createHarness } from '../test-harness.ts'

test.each([
  ['confluent_producer', 'api-key', true],
  ['azure_event_hub_producer', '$ConnectionString', false],
])('%s signs in by PLAIN over TLS and writes messages', async (type, username, hasUsername) => {
  const password = 'Endpoint=sb://127.0.0.1/;SharedAccessKey=secret'
  const peer = await startKafkaPeer({ login: { username, password } })
  onTestFinished(peer.close)
  peer.createTopic('out', 1)
  const harness = await createHarness(type)
  onTestFinished(harness.close)
  const connectorWith = (password: string, ssl: object = { cacertfile: peer.ca }) => ({
    bootstrap_hosts: `127.0.0.1:${peer.cloudPort}`,
    authentication: { password, ...(hasUsername && { username }) },
    ssl: { ...ssl, ...(!hasUsername && { verify: 'verify_peer' }) },
  })
  await harness.apply({
    connector: connectorWith(password),
    action: { connector: 'c', parameters: { topic: 'out', message: { key: 'k', value: '${text}' } } },
  })
  await eventually(
    () => harness.state('action')?.status === 'connected',
    () => `Waited for the action, it is ${JSON.stringify(harness.state('action'))}`,
  )
  expect(await harness.send({ text: 'hello', timestamp: 1_700_000_000_000n })).toMatchObject({ result: 'success' })
  expect(peer.records('out').flat()).toMatchObject([{ value: Buffer.from('hello'), timestamp: 1_700_000_000_000n }])
  await expect(harness.probe('connector', connectorWith('wrong-secret'))).rejects.toThrow()
  await expect(harness.probe('connector', connectorWith(password, {}))).rejects.toThrow(/certificate/)
})
