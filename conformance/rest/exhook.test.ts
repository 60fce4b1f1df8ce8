import { isRecord } from '@mqdeck/contract'
import {
  type ExHookProvider,
  eventually,
  everyExHook,
  freePort,
  type Recording,
  recordings,
  startExHookProvider,
  testAuthority,
} from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareAnswer } from './compare-answer.ts'
import { compareWithList, type Difference, listedDifferences } from './differences.ts'
import { isRemote } from './remote.ts'
import { replay } from './replay.ts'
import { startTarget, type Target } from './target.ts'

/** Authorization and authentication are compared elsewhere; `/publish` and the client belong to the gRPC conversation. */
const calls = recordings('exhook').filter(({ path }) => path.startsWith('/exhooks'))
const numberOf = ({ name }: Recording) => Number(name.slice('exhook/'.length, 'exhook/000'.length))

/** The recorded server, a server with TLS, and a server that never runs. */
const recordedPorts = [57201, 57203, 57209]

let target: Target
let ports: readonly number[] = []
let provider: ExHookProvider | undefined
let secure: ExHookProvider | undefined
beforeAll(async () => {
  if (isRemote) return
  const started = await startTarget()
  ports = await Promise.all(recordedPorts.map(() => freePort()))
  const swapped = (text: string, from: readonly number[], to: readonly number[]) =>
    from.reduce((result, port, index) => result.replaceAll(`127.0.0.1:${port}`, `127.0.0.1:${to[index]}`), text)
  target = {
    ...started,
    // A URL without a scheme is rejected here. The server is needed for what follows.
    toOwn: (text) =>
      swapped(text, recordedPorts, ports)
        .replaceAll('rec53@', 'emqx@')
        .replaceAll('"127.0.0.1:1"', '"http://127.0.0.1:1"')
        .replaceAll('"3s"', '"200ms"'),
    toRecorded: (text) =>
      swapped(text, ports, recordedPorts)
        .replaceAll('emqx@127', 'rec53@127')
        .replaceAll('"http://127.0.0.1:1"', '"127.0.0.1:1"')
        .replaceAll('"200ms"', '"3s"'),
  }
})
afterAll(async () => {
  await provider?.stop()
  await secure?.stop()
  await target?.stop()
})

const call = (method: string, path: string) =>
  fetch(`${target.url}/api/v5${path}`, { method, headers: { authorization: `Bearer ${target.token}` } })
const statusIs = (wanted: string) =>
  eventually(
    async () => (await (await call('GET', '/exhooks/prov')).text()).includes(`"status":"${wanted}"`),
    () => `the server is not ${wanted}`,
  )
async function start() {
  provider = await startExHookProvider({ port: ports[0] ?? 0, hooks: everyExHook })
}
async function startSecure() {
  const { cert, key } = await (await testAuthority()).issue()
  secure = await startExHookProvider({ port: ports[1] ?? 0, hooks: everyExHook, tls: { cert, key } })
}

/** Manual steps of the recording before a call. */
const before: Readonly<Record<number, () => Promise<unknown>>> = {
  5: async () => {
    await start()
    await statusIs('connected')
  },
  // A rename is rejected here, so the server is still there.
  42: () => call('DELETE', '/exhooks/prov'),
  68: () => call('DELETE', '/exhooks/prov'),
  71: async () => provider?.answer('OnProviderLoaded', { hooks: [{ name: 'client.made_up' }] }),
  74: async () => provider?.answer('OnProviderLoaded', { hooks: [] }),
  76: async () => provider?.answer('OnProviderLoaded', { hooks: everyExHook }),
  85: async () => {
    await provider?.stop()
    await statusIs('connecting')
  },
  89: async () => {
    await start()
    await statusIs('connected')
  },
  93: startSecure,
}

test.skipIf(isRemote)('ExHook servers have the responses of EMQX, except for the listed differences', async () => {
  const found: Difference[] = []
  for (const recording of calls) {
    await before[numberOf(recording)]?.()
    const answer = await replay(target, recording, `Bearer ${target.token}`)
    const body = recording.body === '' ? undefined : recording.body
    for (const what of compareAnswer({ ...recording, body }, answer)) found.push({ where: recording.name, what })
    if (isRecord(answer.body) && Array.isArray(answer.body.hooks) && isRecord(recording.body))
      expect(JSON.stringify(answer.body.hooks), recording.name).toBe(JSON.stringify(recording.body.hooks))
  }
  expect(calls.length).toBe(90)
  const { unlisted, obsolete } = compareWithList(found, listedDifferences('Responses of ExHook servers'))
  expect(unlisted).toEqual([])
  expect(obsolete).toEqual([])
})
