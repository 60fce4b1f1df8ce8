import { describe, expect, test } from 'vitest'
import { parseProxyHeader } from './proxy-header.ts'

const line = (text: string) => parseProxyHeader(Buffer.from(text, 'latin1'))
const signature = '0d0a0d0a000d0a515549540a'
const binary = (hex: string) => parseProxyHeader(Buffer.from(signature + hex.replace(/\s/g, ''), 'hex'))

describe('version 1', () => {
  test('returns the client address and leaves the following bytes', () => {
    expect(line('PROXY TCP4 10.1.2.3 10.0.0.1 5000 1883\r\n\x10')).toMatchObject({
      length: 40,
      source: { host: '10.1.2.3', port: 5000 },
    })
    expect(line('PROXY TCP6 2001:db8::1 ::1 5000 1883\r\n')).toMatchObject({
      source: { host: '2001:db8::1', port: 5000 },
    })
    for (const [written, host] of [
      ['2001:DB8:0:0::1', '2001:db8::1'],
      ['::ffff:10.1.2.3', '10.1.2.3'],
      ['::FFFF:0a01:0203', '10.1.2.3'],
    ])
      expect(line(`PROXY TCP6 ${written} ::1 5000 1883\r\n`)).toMatchObject({ source: { host } })
    expect(line('PROXY UNKNOWN whatever\r\n')).toMatchObject({ length: 24, source: undefined })
  })

  test.each(['P', 'PROXY', 'PROXY TCP4 10.1.2.3 10.0.0.1 5000 1883', 'PROXY TCP4 10.1.2.3 10.0.0.1 5000 1883\r'])(
    '%j may be the start of a header',
    (text) => {
      expect(line(text)).toBeUndefined()
    },
  )

  test.each([
    '\x10\x10\x00\x04MQTT',
    'PROXX',
    'PROXY TCP4 10.1.2 10.0.0.1 5000 1883\r\n',
    'PROXY TCP4 10.1.2.3 10.0.0.1 70000 1883\r\n',
    'PROXY TCP4 10.1.2.3 10.0.0.1 5000\r\n',
    'PROXY TCP6 10.1.2.3 10.0.0.1 5000 1883\r\n',
    'PROXY UDP4 10.1.2.3 10.0.0.1 5000 1883\r\n',
    `PROXY UNKNOWN ${'x'.repeat(100)}`,
    `PROXY UNKNOWN ${'x'.repeat(100)}\r\n`,
  ])('%j is none', (text) => {
    expect(line(text)).toBe('malformed')
  })
})

describe('version 2', () => {
  const ipv4 = '0a010203 0a000001 1388 075b'

  test('names the client', () => {
    expect(binary(`21 11 000c ${ipv4}`)).toMatchObject({ length: 28, source: { host: '10.1.2.3', port: 5000 } })
    expect(binary(`21 21 0024 20010db8${'0'.repeat(23)}1 ${'0'.repeat(31)}1 1388 075b`)).toMatchObject({
      length: 52,
      source: { host: '2001:db8::1', port: 5000 },
    })
  })

  test('LOCAL has no client address', () => {
    expect(binary('20 00 0000')).toMatchObject({ length: 16, source: undefined })
    expect(binary(`20 11 000c ${ipv4}`)).toMatchObject({ length: 28, source: undefined })
    expect(binary('21 00 0000')).toMatchObject({ length: 16, source: undefined })
  })

  const commonName = `22 0003 ${Buffer.from('cli').toString('hex')}`
  const authority = `02 0002 ${Buffer.from('ex').toString('hex')}`
  test('returns the name in a verified certificate and the server name', () => {
    expect(binary(`21 11 001f ${ipv4} ${authority} 20 000b 07 00000000 ${commonName}`)).toMatchObject({
      commonName: 'cli',
      serverName: 'ex',
    })
    expect(binary(`21 11 001f ${ipv4} ${authority} 20 000b 07 00000001 ${commonName}`)).toMatchObject({
      commonName: undefined,
    })
  })

  test('an incomplete header is not malformed', () => {
    expect(parseProxyHeader(Buffer.from(signature, 'hex').subarray(0, 5))).toBeUndefined()
    expect(binary('21 11 000c 0a01')).toBeUndefined()
  })

  test.each([
    ['another version', `31 11 000c ${ipv4}`],
    ['an unknown command', `22 11 000c ${ipv4}`],
    ['an unknown family', `21 41 000c ${ipv4}`],
    ['too little for its addresses', '21 11 0004 0a010203'],
  ])('%s is malformed', (_title, hex) => {
    expect(binary(hex)).toBe('malformed')
  })
})
