import { api, type EndpointShape, isRecord } from '@mqdeck/contract'
import { eventually, isAlarmList, isCallOf, listAt, objectAt, type Recording, recordings } from '@mqdeck/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getJson, login } from './calls.ts'
import { checkFreeNames, createCleaner } from './cleaner.ts'
import { compareAnswer } from './compare-answer.ts'
import { compareWithList, type Difference, listedDifferences } from './differences.ts'
import { isOfMissingGateway } from './missing-gateways.ts'
import { isOpenSource, isRemote, mayChange, remoteMqtt, remoteUser } from './remote.ts'
import { replay } from './replay.ts'
import { isMissingInOpenSource, skipReason } from './skipped-recordings.ts'
import { openSeededTarget, openTarget, type Target } from './target.ts'

/** Recorded responses that cannot or should not be reproduced. */
const notToImitate = new Set([
  'errors/login_no_content_type',
  // The last two rows of the whole history of that node.
  'seed/247_getaudit_limit_2',
  // 500 for a missing field.
  'seed/134_api_key_no_desc_500',
  // Meant to create the same authenticator twice, but failed for a missing field.
  'seed/098_authn_dup',
  // Requests a message by its ID on that node.
  'seed/087_delayed_msg',
  // The whole configuration of that node. Its roots are compared in configs.test.ts.
  'seed/202_getconfigs',
  // A request of a viewer. Permissions of viewers are tested with the server.
  'seed/zz_viewer_delete_rule',
  // Metrics. Their names are compared in prometheus.test.ts.
  'seed/183_getprometheus_stats',
  'seed/184_getprometheus_stats_format_json',
])

/** Paths below `/api/v5` that no node has, and unsupported methods. */
const outside = ['errors/notfound_404_path', 'errors/method_405']

const endpoints = Object.values<EndpointShape>(api)
const isServed = (recording: Recording): boolean =>
  outside.some((start) => recording.name.startsWith(start)) ||
  endpoints.some((endpoint) => isCallOf(recording, endpoint))
/** Alarms depend on the machine and are compared in alarms.test.ts. */
const served = (folder: string) =>
  recordings(folder).filter(
    (one) =>
      isServed(one) &&
      !isAlarmList(one) &&
      !notToImitate.has(one.name) &&
      (isRemote || !isOfMissingGateway(one)) &&
      (skipReason(one) === undefined || !skipped.push(one)),
  )
const skipped: Recording[] = []

let fresh: Target
let seeded: Target
beforeAll(async () => {
  fresh = await openTarget()
  seeded = await openSeededTarget()
})
afterAll(async () => {
  await seeded?.stop()
  await fresh?.stop()
})

describe('responses compared with EMQX 5.8', () => {
  const found: Difference[] = []

  async function compare(target: Target, recording: Recording, authorization = `Bearer ${target.token}`) {
    const answer = await replay(target, recording, authorization)
    const differences = compareAnswer(recording, answer, isRemote ? 'shape' : 'twin')
    const own = isOpenSource ? differences.filter((what) => !isMissingInOpenSource(what)) : differences
    for (const what of own) found.push({ where: recording.name, what })
    return answer
  }

  test('all requests for a node without clients were sent', async () => {
    const calls = served('get-fresh')
    for (const recording of calls) await compare(fresh, recording)
    expect(calls.length).toBeGreaterThan(10)
  })

  test('the recorded conversation was run on a node with clients', async () => {
    await eventually(
      async () => listAt({ list: await getJson(seeded, '/monitor') }, 'list').length > 0,
      () => 'no sample of the monitor',
    )
    const calls = [...served('seed'), ...served('get-seeded')]
    if (isRemote) await checkFreeNames(seeded, calls)
    const cleaner = createCleaner(seeded)
    try {
      for (const recording of calls) cleaner.note(recording, await compare(seeded, recording))
    } finally {
      if (isRemote) await cleaner.clean()
    }
    if (!isRemote) expect(calls.length).toBeGreaterThan(45)
    // About 250 calls, some of which wait for failing connections.
  })

  test('all recorded error requests were sent', async () => {
    const calls = served('errors')
    const left = await login(fresh.url, isRemote ? remoteUser : undefined)
    for (const recording of calls) await compare(fresh, recording, credentialsOf(recording, fresh.token, left))
    expect(calls.length).toBeGreaterThan(25)
  })

  test('all differences are listed in differences.md', () => {
    const { unlisted } = compareWithList(found, listedDifferences('Responses'))
    expect(unlisted).toEqual([])
  })

  if (isRemote) {
    test('skipped recordings are listed', () => {
      const reasons = [...new Set(skipped.map(skipReason))]
      const lines = reasons.map(
        (reason) => `  ${skipped.filter((one) => skipReason(one) === reason).length}: ${reason}`,
      )
      process.stdout.write(`recordings left out:\n${lines.join('\n')}\n`)
    })
  }

  // differences.md describes MQDeck only.
  test.skipIf(isRemote)('differences.md lists no obsolete differences', () => {
    const { obsolete } = compareWithList(found, listedDifferences('Responses'))
    expect(obsolete).toEqual([])
  })
})

describe.skipIf(isRemote && (remoteMqtt === undefined || !mayChange))('the fields of a client', () => {
  const [theirs] = recordings('seed').filter(({ name }) => name === 'seed/046_getclients')
  const keysOf = (list: unknown, clientid: string) => {
    const row = listAt(list, 'data').find((one) => isRecord(one) && one.clientid === clientid)
    return Object.keys(isRecord(row) ? row : {}).sort()
  }

  test.each(['dev-a', 'dev-b', 'pub-c', 'off-d'])("are EMQX's fields of %s", async (clientid) => {
    const expected = keysOf(theirs?.body, clientid)
    expect(expected.length).toBeGreaterThan(50)
    expect(keysOf(await getJson(seeded, '/clients'), clientid)).toEqual(expected)
    expect(keysOf(await getJson(seeded, '/clients_v2'), clientid)).toEqual(expected)
    expect(Object.keys(objectAt({ row: await getJson(seeded, `/clients/${clientid}`) }, 'row')).sort()).toEqual(
      expected,
    )
  })
})

/** Credentials of a recorded error request. `left` is a token that `errors/logout` revokes. */
function credentialsOf({ name }: Recording, token: string, left: string): string {
  if (name.endsWith('_no_auth') || name.endsWith('_noauth')) return ''
  if (name.endsWith('_bad_basic')) return `Basic ${btoa('nobody:nothing')}`
  if (name.endsWith('_bad_token')) return 'Bearer nonsense'
  return name.endsWith('/logout') || name.endsWith('_after_logout') ? `Bearer ${left}` : `Bearer ${token}`
}
