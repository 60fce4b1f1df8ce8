import { isRecord } from '@mqdeck/contract'
import { freePort, type Recording, recordings } from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { compareAnswer } from './compare-answer.ts'
import { compareWithList, type Difference, listedDifferences } from './differences.ts'
import { isOfMissingGateway } from './missing-gateways.ts'
import { createRecordedClients } from './recorded-gateway-clients.ts'
import { isRemote } from './remote.ts'
import { replay } from './replay.ts'
import { startTarget, type Target } from './target.ts'

/** Gateways, listeners, authenticators, users and clients. */
const parts = [
  [1, 298],
  [347, 466],
] as const

/**
 * Compared elsewhere: requests to CoAP devices, which take seconds (`packages/gateways/src/coap/transcripts.test.ts`), clients of
 * ExProto, which need a handler (`packages/gateways/src/exproto/transcripts.integration.test.ts`), and lists of the LwM2M devices of
 * other conversations (`packages/gateways/src/lwm2m/transcripts.test.ts`).
 */
const elsewhere = /gateways\/(10\d|110|\d+_coap_request_cl_|17[1-6]|18[5-9]|190|143|169|457|465)/

/** States that were not recorded: a listener with its key, an MQTT client, a deletion, and the crash of ExProto after a restart. */
const ofOtherStates = /gateways\/(370|403|405|415|428|43[4-7]|44[1-9]|45[01])_/

const numberOf = ({ name }: Recording) => Number(name.slice('gateways/'.length, 'gateways/000'.length))

/** Private keys are not recorded. */
const withKey = ['gateways/225_listener_ssl_pem', 'gateways/226_get_gateways_stomp_listeners_stomp_ssl_s4']

/** Files are uploaded by the integration tests. */
const isSkipped = ({ name, request }: Recording) =>
  withKey.includes(name) ||
  elsewhere.test(name) ||
  ofOtherStates.test(name) ||
  (isRecord(request) && 'multipart' in request)

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
  // In one pass: a free port may be one of the recorded ports.
  const replaced = (text: string, by: ReadonlyMap<string, string>) =>
    text.replace(/127\.0\.0\.1:\d+/g, (address) => by.get(address) ?? address)
  const recorded = new Map([...ports].map(([from, to]) => [to, from] as const))
  target = {
    ...started,
    toOwn: (text) => replaced(text, ports).replaceAll('rec53@', 'emqx@'),
    toRecorded: (text) => replaced(text.replaceAll('emqx@127.0.0.1', 'rec53@127.0.0.1'), recorded),
  }
})
afterAll(() => target?.stop())

test.skipIf(isRemote)(
  'the life cycle of gateways has the responses of EMQX, except for the listed differences',
  async () => {
    const found: Difference[] = []
    const clients = createRecordedClients(target)
    onTestFinished(() => clients.close())
    const withClients: Target = {
      ...target,
      toOwn: (text) => clients.toOwn(target.toOwn(text)),
      toRecorded: (text) => clients.toRecorded(target.toRecorded(text)),
    }
    for (const recording of calls) {
      await clients.before(recording.name)
      const answer = await replay(withClients, recording, `Bearer ${target.token}`)
      for (const what of compareAnswer(withoutEmptyBody(recording), answer)) found.push({ where: recording.name, what })
    }
    expect(calls.length).toBeGreaterThan(250)
    const { unlisted, obsolete } = compareWithList(found, listedDifferences('Responses of gateways'))
    expect(unlisted).toEqual([])
    expect(obsolete).toEqual([])
  },
)
