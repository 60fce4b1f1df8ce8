import { api, type EndpointShape, isRecord } from '@mqdeck/contract'
import {
  createdPath,
  isCallOf,
  type Json,
  type Recording,
  type RequiredFields,
  recordings,
  requiredFields,
} from '@mqdeck/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compareWithList, type Difference, listedDifferences } from './differences.ts'
import { isOfMissingGateway } from './missing-gateways.ts'
import { isRemote } from './remote.ts'
import { type LiveAnswer, replay } from './replay.ts'
import { completeBody } from './required-bodies.ts'
import { openSeededTarget, type Target } from './target.ts'

/** Operations of `required.json` that this broker does not support yet. */
const notServed = ['PUT /file_transfer', 'POST /license', 'PUT /license/setting']

const entries = requiredFields().filter((one) => isRemote || !isOfMissingGateway(one))
const operationOf = ({ method, path }: RequiredFields) => `${method} ${path}`
const asRecording = ({ method, path }: RequiredFields, request: unknown): Recording => ({
  name: 'left out',
  method,
  path,
  request,
  status: 0,
  headers: new Map(),
  body: undefined,
})
const isServed = (entry: RequiredFields) =>
  Object.values<EndpointShape>(api).some((endpoint) => isCallOf(asRecording(entry, undefined), endpoint))

test('the operations listed as not supported have no endpoint', () => {
  expect(requiredFields()).toHaveLength(89)
  expect([...new Set(entries.filter((one) => !isServed(one)).map(operationOf))].toSorted()).toEqual(
    notServed.toSorted(),
  )
})

describe.skipIf(isRemote)('a body with one omitted field', () => {
  const found: Difference[] = []
  let target: Target
  beforeAll(async () => {
    target = await openSeededTarget()
  })
  afterAll(() => target?.stop())

  const send = (recording: Recording) => replay(target, recording, `Bearer ${target.token}`)

  /** Deletes objects that were created although a field was missing. */
  async function undo({ path, method }: RequiredFields, sent: unknown, { status, body }: LiveAnswer): Promise<void> {
    if (method !== 'POST' || status >= 300 || !isRecord(sent)) return
    const made = { ...sent, ...(isRecord(body) && body) }
    const address = path.endsWith('/rules/all') ? path : createdPath(path, made)
    if (address === undefined) return
    await send({ ...asRecording({ ...entries[0], path: address } as RequiredFields, undefined), method: 'DELETE' })
  }

  async function leaveOut(entry: RequiredFields): Promise<void> {
    const whole = completeBody(entry)
    const report = (field: string, what: string) => found.push({ where: entry.name, what: `${field}: ${what}` })
    const attempt = async (body: unknown) => {
      const answer = await send(asRecording(entry, body))
      await undo(entry, body, answer)
      return answer
    }
    if (entry.body === undefined) {
      const { status, body } = await attempt(whole)
      if (status >= 300) report('the whole body', `${status} ${JSON.stringify(body)}`)
    }
    for (const [field, theirs] of entry.required) {
      const { status, body } = await attempt(without(whole, field.split('.')))
      if (status !== theirs.status) report(field, `status ${theirs.status} in EMQX, ${status} in MQDeck`)
      if (status === 400 && theirs.status === 400) {
        const [there, here] = [problemIn(theirs.message), problemIn(isRecord(body) ? String(body.message) : '')]
        if (there !== here) report(field, `${there} in EMQX, ${here} in MQDeck`)
      }
    }
    for (const field of entry.optional) {
      const { status, body } = await attempt(without(whole, field.split('.')))
      if (status >= 300) report(field, `optional in EMQX, ${status} ${JSON.stringify(body)} in MQDeck`)
    }
  }

  test('is accepted or rejected as in EMQX at every step of the recorded conversation', async () => {
    const left = new Set(entries.filter(isServed))
    for (const entry of left) if (entry.body === undefined) await leaveOut(entry)
    for (const recording of recordings('seed')) {
      const number = recording.name.slice('seed/'.length, 'seed/'.length + 3)
      for (const entry of left) if (entry.name.endsWith(`#${number}`)) await leaveOut(entry)
      if (Object.values<EndpointShape>(api).some((endpoint) => isCallOf(recording, endpoint))) await send(recording)
    }
    const { unlisted, obsolete } = compareWithList(found, listedDifferences('Required fields'))
    expect({ unlisted, obsolete }).toEqual({ unlisted: [], obsolete: [] })
  })
})

function without(value: unknown, [step = '', ...rest]: readonly string[]): unknown {
  if (!isRecord(value)) return value
  if (rest.length > 0) return { ...value, [step]: without(value[step], rest) }
  const { [step]: _, ...others }: Json = value
  return others
}

/** `required_field at root.url`: normalized error of both brokers for a rejected field. */
function problemIn(message: string): string {
  const reason = /"reason":"([^"]+)"|reason => <*"?([\w ]+)/.exec(message)
  const path = /"path":"([^"]+)"|path => "([^"]+)"/.exec(message)
  const expected = /"expected":"([^"]+)"/.exec(message)
  if (!path) return message
  return `${reason?.[1] ?? reason?.[2] ?? `expected ${expected?.[1]}`} at ${path[1] ?? path[2]}`
}
