import { authnManifests } from '@mqdeck/access/catalog'
import { banDimensions, toComponents, traceFormatters, tracePayloads, traceTypes } from '@mqdeck/contract'
import { ruleEvents } from '@mqdeck/rules/catalog'
import { expect, test } from 'vitest'
import { dropReasons } from '../features/integrations/detail/channel-charts.tsx'

/** The options in the specification, and where the pages take them from. */
test.each([
  [
    'rule events',
    ruleEvents.map(({ event }) => event.split('/').at(-1)),
    [
      'message_publish',
      'message_delivered',
      'message_acked',
      'message_dropped',
      'client_connected',
      'client_disconnected',
      'client_connack',
      'client_check_authn_complete',
      'client_check_authz_complete',
      'session_subscribed',
      'session_unsubscribed',
      'delivery_dropped',
    ],
  ],
  [
    'reasons of dropped messages',
    dropReasons,
    ['expired', 'queue_full', 'resource_stopped', 'resource_not_found', 'other'],
  ],
  ['trace types', traceTypes, ['clientid', 'topic', 'ip_address', 'ruleid']],
  ['payload encodings of a trace', tracePayloads, ['text', 'hex', 'hidden']],
  ['trace formatters', traceFormatters, ['text', 'json']],
  ['ban properties', banDimensions, ['clientid', 'clientid_re', 'username', 'username_re', 'peerhost', 'peerhost_net']],
])('every one of the %s is offered', (_, offered, specified) => {
  expect(offered).toEqual(expect.arrayContaining([...specified]))
})

test('every password hash algorithm is offered for databases and for built-in users', () => {
  const specified = [
    'plain',
    'md4',
    'md5',
    'ripemd160',
    'sha',
    'sha224',
    'sha256',
    'sha384',
    'sha512',
    'pbkdf2',
    'bcrypt',
  ]
  for (const backend of ['built_in_database', 'mysql', 'mongodb', 'postgresql', 'redis']) {
    const manifest = authnManifests.find((one) => one.mechanism === 'password_based' && one.backend === backend)
    const symbols = JSON.stringify(toComponents(manifest?.structs ?? []))
    for (const name of specified) expect(symbols, `${backend} ${name}`).toContain(`"${name}"`)
  }
})
