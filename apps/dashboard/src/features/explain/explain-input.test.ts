import { expect, test } from 'vitest'
import { emptyInput, faultsOf, isAttribute, toRequest } from './explain-input.ts'

test('empty fields are not sent', () => {
  expect(toRequest({ ...emptyInput, clientid: 'c1' })).toEqual({ clientid: 'c1', peerhost: '127.0.0.1' })
})

test('all filled fields are sent', () => {
  const input = {
    clientid: 'c1',
    username: 'ann',
    password: 'x',
    peerhost: ' 10.0.0.1 ',
    listener: 'ssl:default',
    action: 'publish',
    topic: 'a/b',
    qos: '2',
    retain: true,
    attributes: ['group=a', 'rule=x=y'],
    certCommonName: 'cn',
    certSubject: 'CN=cn',
  } as const
  expect(toRequest(input)).toEqual({
    clientid: 'c1',
    username: 'ann',
    password: 'x',
    peerhost: '10.0.0.1',
    listener: 'ssl:default',
    cert_common_name: 'cn',
    cert_subject: 'CN=cn',
    client_attrs: { group: 'a', rule: 'x=y' },
    action: { type: 'publish', topic: 'a/b', qos: 2, retain: true },
  })
})

test('a missing client ID, an invalid IP address and invalid topics are reported before the request', () => {
  expect(faultsOf({ ...emptyInput, peerhost: 'here' })).toEqual({ clientid: true, peerhost: true })
  const client = { ...emptyInput, clientid: 'c1' }
  expect(faultsOf({ ...client, action: 'publish', topic: '' })).toEqual({ topic: 'empty' })
  expect(faultsOf({ ...client, action: 'publish', topic: 'a/#' })).toEqual({ topic: 'wildcard' })
  expect(faultsOf({ ...client, action: 'subscribe', topic: 'a/#' })).toEqual({})
  expect(faultsOf({ ...client, action: 'subscribe', topic: 'a#' })).toEqual({ topic: 'hash' })
})

test('an attribute has a name and a value', () => {
  expect(['a=b', 'a=b=c', 'a=', '=b', 'ab', 'a b=c'].map(isAttribute)).toEqual([true, true, false, false, false, false])
})
