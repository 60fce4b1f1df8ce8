import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { eventually, startProcess } from '@mqdeck/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { signIn } from './api.ts'

/** tools/build-server.mjs keeps it up to date. */
const program = fileURLToPath(new URL('dist/main.js', import.meta.url))
const clientCount = 45

test('the demo shows rules, dead connectors, queues and alarms, and leaves nothing behind', async () => {
  const demo = startProcess({
    command: process.execPath,
    args: [program, '--port', '0', '--clients', `${clientCount}`],
  })
  onTestFinished(() => void demo.stop())
  const url = (await demo.line(/^ {2}Dashboard/, 60_000)).replace(/^\s*Dashboard\s+/, '')
  const folder = /Data is in (\S+)/.exec(await demo.line(/Data is in/))?.[1] ?? ''
  expect(existsSync(folder)).toBe(true)
  const api = await signIn(url)

  const { data: rules } = Object(await api('GET', '/rules?limit=100'))
  expect(rules.length).toBeGreaterThan(15)
  const connectors = Object(await api('GET', '/connectors'))
  const dead = ({ status }: { readonly status: string }) => status === 'disconnected'
  expect(connectors.filter(dead)).toHaveLength(3)
  expect(Object(await api('GET', '/stats?aggregate=true'))['sessions.count']).toBeGreaterThanOrEqual(clientCount)
  await eventually(
    async () => {
      const { metrics } = Object(await api('GET', '/rules/humidity_level/metrics'))
      const { mqueue_len } = Object(await api('GET', '/clients/billing-export-01'))
      const alarms = Object(await api('GET', '/alarms?activated=true')).data
      return metrics['failed.exception'] > 0 && mqueue_len > 0 && alarms.length >= 4
    },
    () => 'Waited for a failing rule, a queue and alarms',
    60_000,
  )
  const { code } = await demo.stop()
  expect([code, existsSync(folder)]).toEqual([0, false])
})
