import { fileURLToPath } from 'node:url'
import { freePort, startProcess } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { createTestChannel, createTestContext } from '../test-context.ts'
import { type ExprotoSettings, runtime } from './runtime.ts'

const program = fileURLToPath(new URL('../../../../examples/exproto/handler.mjs', import.meta.url))

test('the example handler connects devices of a line protocol', async () => {
  const [brokerPort, handlerPort] = [await freePort(), await freePort()]
  const context = createTestContext<ExprotoSettings>({
    settings: {
      server: { bind: { host: '127.0.0.1', port: brokerPort } },
      handler: { address: `127.0.0.1:${handlerPort}`, service_name: 'ConnectionUnaryHandler' },
    },
    authenticate: ({ username }) =>
      username === 'bad' ? { refused: 0x86, reason: 'bad_username_or_password' } : undefined,
  })
  const running = await runtime.start(context.context)
  const env = { HANDLER: `127.0.0.1:${handlerPort}`, BROKER: `127.0.0.1:${brokerPort}` }
  const handler = startProcess({ command: process.execPath, args: [program], env })
  await handler.line(/^handler:/)
  const channel = createTestChannel()
  const device = channel.attach(running.accept)
  const lines = () =>
    Buffer.concat([...channel.sent])
      .toString()
      .trim()
      .split('\n')
  const send = async (text: string, answer: string) => {
    const before = lines().length
    device.data(Buffer.from(`${text}\n`))
    await expect
      .poll(() =>
        lines()
          .slice(before === 1 && lines()[0] === '' ? 0 : before - 1)
          .join('|'),
      )
      .toContain(answer)
  }
  try {
    await send('SUB a', 'ERR')
    await send('CONNECT d1 bad pw', 'ERR bad_username_or_password')
    await send('CONNECT d1 user pw', 'OK')
    await send('SUB a/#', 'OK')
    await send('PING\nFOO', 'PONG|ERR unknown command')
    await send('PUB a/b hello world', 'MSG a/b hello world')
    expect(context.published.map(({ topic, qos }) => `${topic} ${qos}`)).toEqual(['a/b 1'])
    device.data(Buffer.from('QUIT\n'))
    await expect.poll(() => channel.endReason).toBe('normal')
    await handler.line(/^disconnected: \{shutdown,normal\}/)
  } finally {
    await handler.stop()
    await running.stop?.()
  }
})
