import { api, type EndpointShape } from '@mqdeck/contract'
import { isCallOf, recordings } from '@mqdeck/testkit'
import { expect, test } from 'vitest'

/** Every good answer that was recorded, with what the contract says of it: what the dashboard may get from a real cluster. */
const cases = ['seed', 'errors', 'get-fresh', 'get-seeded', 'cluster2'].flatMap(recordings).flatMap((recording) => {
  const endpoint = Object.values<EndpointShape>(api).find((one) => isCallOf(recording, one))
  const schema = endpoint && Object.entries(endpoint.ok).find(([status]) => status === String(recording.status))?.[1]
  return schema === undefined || typeof schema === 'symbol'
    ? []
    : [{ name: recording.name, body: recording.body, schema }]
})

test.each(cases)('the response $name matches the contract', ({ body, schema }) => {
  expect(schema.safeParse(body).error?.issues).toBeUndefined()
})

test('responses of many endpoints were checked against the contract', () => {
  expect(cases.length).toBeGreaterThan(80)
})
