import { isRecord } from '@mqdeck/contract'
import { freePort, type Recording, recordings } from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareAnswer } from './compare-answer.ts'
import { compareWithList, type Difference, listedDifferences } from './differences.ts'
import { isOfMissingGateway } from './missing-gateways.ts'
import { isRemote } from './remote.ts'
import { replay } from './replay.ts'
import { startTarget, type Target } from './target.ts'

/** The life cycle without clients: gateways, listeners, authenticators and users. */
const parts = [
  [1, 88],
  [191, 298],
  [347, 369],
] as const

const numberOf = ({ name }: Recording) => Number(name.slice('gateways/'.length, 'gateways/000'.length))

/** Private keys are not recorded. */
const withKey = ['gateways/225_listener_ssl_pem', 'gateways/226_get_gateways_stomp_listeners_stomp_ssl_s4']

/** Files are uploaded by the integration tests. */
const isSkipped = ({ name, request }: Recording) =>
  withKey.includes(name) || (isRecord(request) && 'multipart' in request)

const calls = recordings('gateways').filter(
  (one) =>
    parts.some(([from, to]) => numberOf(one) >= from && numberOf(one) <= to) &&
    !isSkipped(one) &&
    !isOfMissingGateway(one),
)

const withoutEmptyBody = (one: Recording): Recording => (one.body === '' ? { ...one, body: undefined } : one)

let target: Target
beforeAll(async () => {
  if (isRemote) return
  const started = await startTarget()
  const texts = new Set(JSON.stringify(calls).match(/127\.0\.0\.1:57\d{3}/g))
  const ports = new Map<string, string>([['127.0.0.1:37183', `127.0.0.1:${started.server.ports.tcp}`]])
  for (const text of texts) ports.set(text, `127.0.0.1:${await freePort()}`)
  const replaced = (text: string, pairs: Iterable<readonly [string, string]>) =>
    [...pairs].reduce((result, [from, to]) => result.replaceAll(from, to), text)
  target = {
    ...started,
    toOwn: (text) => replaced(text, ports).replaceAll('rec53@', 'emqx@'),
    toRecorded: (text) =>
      replaced(
        text.replaceAll('emqx@127.0.0.1', 'rec53@127.0.0.1'),
        [...ports].map(([from, to]) => [to, from] as const),
      ),
  }
})
afterAll(() => target?.stop())

test.skipIf(isRemote)(
  'the life cycle of gateways has the responses of EMQX, except for the listed differences',
  async () => {
    const found: Difference[] = []
    for (const recording of calls) {
      const answer = await replay(target, recording, `Bearer ${target.token}`)
      for (const what of compareAnswer(withoutEmptyBody(recording), answer)) found.push({ where: recording.name, what })
    }
    expect(calls.length).toBeGreaterThan(100)
    const { unlisted, obsolete } = compareWithList(found, listedDifferences('Responses of gateways'))
    expect(unlisted).toEqual([])
    expect(obsolete).toEqual([])
  },
)
