import { createFakeClock } from '@mqdeck/testkit'
import { clientInfoWith } from '@mqdeck/testkit/suites'
import { expect, test } from 'vitest'
import { alwaysConnected } from './always-connected.ts'
import { createAuthnChain } from './chain.ts'
import type { Authenticator, AuthnAnswer, Credentials } from './port.ts'

const credentials = (changes: Partial<Credentials> = {}): Credentials => ({
  client: clientInfoWith(),
  password: undefined,
  method: undefined,
  data: undefined,
  exchange: {},
  ...changes,
})
const scram = { method: 'SCRAM-SHA-256' }

/** Says these one after the other, the last again and again; an error is a backend that fails. */
function says(...answers: readonly (AuthnAnswer | Error)[]) {
  let asked = 0
  const authenticator: Authenticator = {
    ...alwaysConnected,
    authenticate() {
      const answer = answers[Math.min(asked++, answers.length - 1)]
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('nothing to say')
      return answer
    },
  }
  return { authenticator, asked: () => asked }
}
const allow = { result: 'allow' } as const
const deny = { result: 'deny', reasonCode: 0x86 } as const
const ignore = { result: 'ignore' } as const
const more = { result: 'continue', data: Buffer.from('more') } as const

async function chainOf(...members: readonly (readonly [id: string, { readonly authenticator: Authenticator }])[]) {
  const logged: object[] = []
  const ignored = () => {}
  const log = {
    debug: ignored,
    info: ignored,
    warn: (fields: object) => logged.push(fields),
    error: ignored,
  } as unknown as Parameters<typeof createAuthnChain>[0]['log'] // what the chain uses of it
  const chain = createAuthnChain({ clock: createFakeClock(), log })
  await chain.replace(members.map(([id, { authenticator }]) => ({ id, authenticator })))
  return { ...chain, logged }
}

test('an empty chain ignores every client', async () => {
  expect(await (await chainOf()).authenticate(credentials())).toEqual(ignore)
})

test('the first member that does not ignore the client decides, and later ones are not queried', async () => {
  const [first, second, third] = [says(ignore), says(deny), says(allow)]
  const chain = await chainOf(['a', first], ['b', second], ['c', third])
  expect(await chain.authenticate(credentials())).toEqual(deny)
  expect([first.asked(), second.asked(), third.asked()]).toEqual([1, 1, 0])
  expect(
    chain
      .members()
      .map(({ id, metrics: { total, success, failed, nomatch } }) => [id, total, success, failed, nomatch]),
  ).toEqual([
    ['a', 1, 0, 0, 1],
    ['b', 1, 0, 1, 0],
    ['c', 0, 0, 0, 0],
  ])
})

test('a client that all members ignore is not authorized (MQTT 5, 3.2.2.2)', async () => {
  const chain = await chainOf(['a', says(ignore)], ['b', says(ignore)])
  expect(await chain.authenticate(credentials())).toEqual({ result: 'deny', reasonCode: 0x87, isUndecided: true })
})

test('a failing backend is skipped, and logged once instead of for each client', async () => {
  const chain = await chainOf(
    ['a', says(new Error('down'), new Error('down'), allow, new Error('down'))],
    ['b', says(deny)],
  )
  for (const expected of [deny, deny, allow, deny]) expect(await chain.authenticate(credentials())).toEqual(expected)
  expect(chain.logged).toEqual([
    { authenticator: 'a', reason: 'down' },
    { authenticator: 'a', reason: 'down' },
  ])
})

test('clients with an authentication method are passed only to SCRAM, all others to the rest [MQTT-4.12.0-1]', async () => {
  const [password, exchange] = [says(allow), says(allow)]
  const chain = await chainOf(['password_based:http', password], ['scram:built_in_database', exchange])
  await chain.authenticate(credentials())
  expect([password.asked(), exchange.asked()]).toEqual([1, 0])
  await chain.authenticate(credentials(scram))
  expect([password.asked(), exchange.asked()]).toEqual([1, 1])
  const without = await chainOf(['password_based:http', password])
  expect(await without.authenticate(credentials(scram))).toMatchObject({ result: 'deny', reasonCode: 0x8c })
})

test('an exchange continues with the member that started it', async () => {
  const [first, second] = [says(ignore, allow), says(more, deny)]
  const chain = await chainOf(['scram:a', first], ['scram:b', second])
  const step = credentials(scram)
  expect(await chain.authenticate(step)).toEqual(more)
  expect(await chain.authenticate(step)).toEqual(deny)
  expect([first.asked(), second.asked()]).toEqual([1, 2])
})

test('a member that has the user takes precedence over a member that only pretends to', async () => {
  const pretence = { ...more, isPretence: true } as const
  const [pretender, knower] = [says(pretence, deny), says(more, allow, ignore)]
  const chain = await chainOf(['scram:a', pretender], ['scram:b', knower])
  const known = credentials(scram)
  expect(await chain.authenticate(known)).toEqual(more)
  expect(await chain.authenticate(known)).toEqual(allow)
  const unknown = credentials(scram)
  expect(
    await (await chainOf(['scram:a', says(pretence, deny)], ['scram:b', says(ignore)])).authenticate(unknown),
  ).toEqual(pretence)
})

test('unchanged members keep their metrics; added ones are started and removed ones stopped', async () => {
  const events: string[] = []
  const member = (id: string) => ({
    id,
    authenticator: {
      ...says(ignore).authenticator,
      start: async () => void events.push(`start ${id}`),
      stop: async () => void events.push(`stop ${id}`),
    },
  })
  const chain = await chainOf()
  const [a, b] = [member('a'), member('b')]
  await chain.replace([a, b])
  await chain.authenticate(credentials())
  await chain.replace([member('c'), a])
  expect(events).toEqual(['start a', 'start b', 'stop b', 'start c'])
  expect(chain.members().map(({ id, metrics }) => [id, metrics.total])).toEqual([
    ['c', 0],
    ['a', 1],
  ])
})

test('an explanation shows each step and changes no metrics', async () => {
  const chain = await chainOf(['a', says(new Error('down'))], ['b', says(allow)], ['c', says(deny)])
  expect(await chain.explain(credentials())).toMatchObject({
    result: allow,
    steps: [
      { id: 'a', result: 'failed', notes: [{ what: 'the backend query failed', detail: 'down' }] },
      { id: 'b', result: 'allow', notes: [] },
    ],
  })
  expect(chain.members().map(({ metrics }) => metrics.total)).toEqual([0, 0, 0])
})
