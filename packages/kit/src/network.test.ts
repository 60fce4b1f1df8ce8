import { expect, test } from 'vitest'
import { canonicalAddress, canonicalNetwork } from './network.ts'

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['::FFFF:a00:1', '10.0.0.1'],
  ['2001:DB8:0::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
])('the canonical form of %s is %s', (text, address) => {
  expect(canonicalAddress(text)).toBe(address)
})

test.each([
  ['10.0.0.0', 8, { address: '10.0.0.0', prefix: 8, family: 'ipv4' }],
  ['10.0.0.1', undefined, { address: '10.0.0.1', prefix: 32, family: 'ipv4' }],
  ['::ffff:10.0.0.1', undefined, { address: '10.0.0.1', prefix: 32, family: 'ipv4' }],
  ['::ffff:10.0.0.0', 104, { address: '10.0.0.0', prefix: 8, family: 'ipv4' }],
  ['::ffff:0:0', 96, { address: '0.0.0.0', prefix: 0, family: 'ipv4' }],
  ['::ffff:0:0', 90, { address: '::ffff:0:0', prefix: 90, family: 'ipv6' }],
  ['::', 0, { address: '::', prefix: 0, family: 'ipv6' }],
  ['fd00::', 8, { address: 'fd00::', prefix: 8, family: 'ipv6' }],
] as const)('the network %s/%s has the canonical form %j', (address, prefix, network) => {
  expect(canonicalNetwork(address, prefix)).toEqual(network)
})
