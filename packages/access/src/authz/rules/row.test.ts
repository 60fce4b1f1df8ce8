import { silentLog } from '@mqdeck/kit'
import { expect, test } from 'vitest'
import { answerByRows, compileRows, type RuleRow, ruleFromRow } from './row.ts'
import { anyQos, everyone, type Subject } from './rule.ts'

const ann: Subject = {
  clientId: 'c1',
  username: 'ann',
  peerhost: '10.1.2.3',
  attributes: {},
  certCommonName: undefined,
  certSubject: undefined,
  zone: 'default',
  listener: 'tcp:default',
}
const publish = { type: 'publish', topic: 'a/b', qos: 0, retain: false } as const
const base = { permission: 'allow', action: 'publish', topic: 'a/#' }
const answer = (...rows: readonly RuleRow[]) => answerByRows(rows, ann, publish, { log: silentLog, source: 'test' })

test('a row with permission, action and topic is a rule for every QoS and retain flag', () => {
  expect(ruleFromRow(base)).toEqual({
    permission: 'allow',
    who: everyone,
    action: 'publish',
    qos: anyQos,
    retain: 'all',
    topics: [{ topic: 'a/#', exact: false }],
  })
})

test('QoS and the retain flag are read as databases write them', () => {
  for (const [qos, expected] of [
    [1, [1]],
    ['2', [2]],
    ['0,1', [0, 1]],
    [
      [0, '2'],
      [0, 2],
    ],
    [1n, [1]],
    [null, [0, 1, 2]],
  ] as const)
    expect(ruleFromRow({ ...base, qos }).qos).toEqual(expected)
  for (const [retain, expected] of [
    [1, true],
    ['0', false],
    ['true', true],
    [false, false],
    ['all', 'all'],
    [null, 'all'],
  ] as const)
    expect(ruleFromRow({ ...base, retain }).retain).toBe(expected)
})

test('texts can be bytes, and topics a list; a topic after eq is literal', () => {
  const row = { permission: Buffer.from('deny'), action: 'sub', topics: ['eq #', 'a'] }
  expect(ruleFromRow(row)).toMatchObject({
    permission: 'deny',
    action: 'subscribe',
    topics: [
      { topic: '#', exact: true },
      { topic: 'a', exact: false },
    ],
  })
})

test('a row applies only if username, client ID and address all match', () => {
  expect(answer({ ...base, username: 'ann', ipaddr: '10.0.0.0/8' })).toBe('allow')
  expect(answer({ ...base, username: 'ann', ipaddr: '11.0.0.0/8' })).toBe('nomatch')
  expect(answer({ ...base, clientid_re: '^c' })).toBe('allow')
})

test('an invalid row is reported and skipped, and the other rows decide', () => {
  const reported: string[] = []
  const rows = [
    { ...base, permission: 'ALLOW' },
    { ...base, action: 'read' },
    { ...base, topic: undefined },
    { ...base, qos: 3 },
    { ...base, retain: 'yes' },
    { ...base, username_re: '(' },
    { ...base, permission: 'deny' },
  ]
  const rules = compileRows(rows, (reason) => reported.push(reason))
  expect(rules).toHaveLength(1)
  expect(reported).toEqual([
    'permission must be allow or deny',
    'action must be publish, subscribe or all',
    'topic is missing',
    'qos must be 0, 1 or 2',
    'retain must be true, false or all',
    expect.stringContaining('not a valid regular expression'),
  ])
  expect(answer(...rows)).toBe('deny')
})
