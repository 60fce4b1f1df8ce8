import { someClient } from '@mqdeck/testkit/suites'
import { describe, expect, it } from 'vitest'
import { type AutoSubscribeTopic, checkAutoSubscribe, fillTopic } from './topics.ts'

const good: AutoSubscribeTopic = { topic: 'c/${clientid}', qos: 1, nl: 0, rap: 0, rh: 0 }

describe('topics to subscribe to automatically', () => {
  it('are fine with placeholders, wildcards and groups', () => {
    expect(checkAutoSubscribe([good, { ...good, topic: '$share/g/c/+/${port}/#' }])).toEqual([])
  })

  it.each([
    ['no filter', { topic: 'a/#/b' }, 'topic', /# must be/],
    ['an empty one', { topic: '' }, 'topic', /empty/],
    ['No Local in a shared subscription', { topic: '$share/g/t', nl: 1 }, 'nl', /No Local/],
  ] as const)('are refused for %s, with place and sentence', (_, change, field, reason) => {
    expect(checkAutoSubscribe([good, { ...good, ...change }])).toEqual([
      { index: 1, field, reason: expect.stringMatching(reason), value: { ...good, ...change }[field] },
    ])
  })

  it('get the names of the client', () => {
    expect(fillTopic('/clientid/${clientid}/username/${username}/host/${host}/port/${port}', someClient)).toEqual({
      filter: '/clientid/meter-1/username/ann/host/127.0.0.1/port/50000',
    })
  })

  it('get its mountpoint, behind what makes them shared', () => {
    const mounted = { ...someClient, mountpoint: 'm/' }
    expect(fillTopic('a', mounted)).toEqual({ filter: 'm/a' })
    expect(fillTopic('$share/g/a', mounted)).toEqual({ filter: '$share/g/m/a' })
  })

  it.each([
    ['a user name there is not', 'u/${username}', { username: undefined }, /username_undefined/],
    ['a client id with a wildcard', 'c/${clientid}', { clientId: '#' }, /clientid_with_wildcard/],
    ['nothing', '${username}', { username: '' }, /empty/],
  ])('are left out for %s', (_, topic, change, missing) => {
    expect(fillTopic(topic, { ...someClient, ...change })).toEqual({ missing: expect.stringMatching(missing) })
  })
})
