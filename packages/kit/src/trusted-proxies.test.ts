import { expect, test } from 'vitest'
import { createTrustedProxies } from './trusted-proxies.ts'

test.each([
  ['no proxy is trusted', [], '10.0.0.1', '1.2.3.4', '10.0.0.1'],
  ['the connection is not of a trusted proxy', ['10.0.0.2'], '10.0.0.1', '1.2.3.4', '10.0.0.1'],
  ['a trusted proxy forwards', ['10.0.0.1'], '10.0.0.1', '1.2.3.4', '1.2.3.4'],
  ['the client has written a header of its own', ['10.0.0.1'], '10.0.0.1', '9.9.9.9, 1.2.3.4', '1.2.3.4'],
  ['two trusted proxies forward', ['10.0.0.0/8'], '10.0.0.1', '9.9.9.9, 1.2.3.4, 10.2.0.1', '1.2.3.4'],
  ['a trusted proxy sends no header', ['10.0.0.1'], '10.0.0.1', undefined, '10.0.0.1'],
  ['a trusted proxy sends no address', ['10.0.0.1'], '10.0.0.1', 'unknown', '10.0.0.1'],
  ['IPv4 arrives over IPv6', ['10.0.0.0/8'], '::ffff:10.0.0.1', '1.2.3.4', '1.2.3.4'],
  ['the proxy is configured as a mapped address', ['::ffff:10.0.0.1'], '10.0.0.1', '1.2.3.4', '1.2.3.4'],
  ['the proxy has an IPv6 network', ['fd00::/8'], 'fd12::1', '2001:db8::5', '2001:db8::5'],
])('the client is found when %s', (_, trusted, peer, forwarded, client) => {
  expect(createTrustedProxies(trusted).clientOf(peer, forwarded)).toBe(client)
})
