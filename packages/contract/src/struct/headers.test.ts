import { expect, test } from 'vitest'
import { headerMap } from './headers.ts'
import { hasMask, masked, unmasked } from './secrets.ts'

const headers = {
  Authorization: 'Bearer abc',
  'proxy-authorization': 'Basic abc',
  cookie: 'a=b',
  'x-api-key': 'k',
  'X-Auth-Token': 't',
  'x-auth': 'a',
  'x-hub-signature': 's',
  'x-functions-key': 'k',
  'x-honeycomb-team': 't',
  accept: 'application/json',
  'x-client': '${clientid}',
}

test('values of unknown headers are masked, harmless headers and placeholders are shown', () => {
  const shown = masked(headerMap(), headers)
  expect(shown).toEqual({
    ...Object.fromEntries(Object.keys(headers).map((name) => [name, '******'])),
    accept: 'application/json',
    'x-client': '${clientid}',
  })
  expect(unmasked(headerMap(), shown, headers)).toEqual(headers)
})

test('a ****** without a previous value is not a secret', () => {
  expect(hasMask(headerMap(), unmasked(headerMap(), { 'x-token': '******' }, headers))).toBe(true)
})
