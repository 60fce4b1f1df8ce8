import { Socket } from 'node:net'
import { createFakeClock, listenerWith } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { createHandshakePipeline } from './handshake-pipeline.ts'
import { createPendingHandshakes } from './pending-handshakes.ts'
import { createWebClients } from './web-clients.ts'

test.each([
  ['tcp', true],
  ['tcp', false],
  ['ws', true],
  ['ws', false],
] as const)('a socket of %s is sent without delay when tcp_options.nodelay is %s', async (type, nodelay) => {
  const settings = await listenerWith(type)
  const pipeline = createHandshakePipeline(
    'x:y',
    { ...settings, tcp_options: { ...settings.tcp_options, nodelay } },
    undefined,
    {
      clock: createFakeClock(),
      pending: createPendingHandshakes(),
      onComplete: () => {},
      countRefusal: () => {},
      refuse: () => {},
      webClients: createWebClients(),
      maxPacketSize: () => 1,
    },
  )
  const socket = new Socket()
  const calls: (boolean | undefined)[] = []
  socket.setNoDelay = (value) => {
    calls.push(value)
    return socket
  }
  pipeline.start(socket)
  expect(calls).toEqual(nodelay ? [true] : [])
})
