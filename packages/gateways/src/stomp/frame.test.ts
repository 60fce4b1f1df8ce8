import { measureProcessorTime } from '@mqdeck/kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createFrameReader,
  encodeFrame,
  type Frame,
  FrameError,
  type FrameLimits,
  type Header,
  type Version,
} from './frame.ts'

const usual: FrameLimits = { max_headers: 10, max_headers_length: 1024, max_body_length: 65_536 }

/** Reads all frames of a text or its pieces; heart-beats are left out. */
function readAll(pieces: string | readonly (string | Buffer)[], version: Version = '1.2', limits = usual): Frame[] {
  const reader = createFrameReader(() => limits)
  reader.setVersion(version)
  const frames: Frame[] = []
  for (const piece of typeof pieces === 'string' ? [pieces] : pieces) {
    reader.push(Buffer.from(piece))
    for (let next = reader.next(); next; next = reader.next()) if (next !== 'heart-beat') frames.push(next)
  }
  return frames
}

const refusal = (text: string, version: Version = '1.2', limits = usual) => {
  try {
    readAll(text, version, limits)
    return undefined
  } catch (error) {
    if (error instanceof FrameError) return error.message
    throw error
  }
}

describe('createFrameReader', () => {
  test('reads command, headers and body, with LF or CRLF at the end of lines', () => {
    for (const eol of ['\n', '\r\n']) {
      const lines = ['SEND', 'destination:a/b', 'x:', '', 'body']
      const [frame] = readAll(`${lines.join(eol)}\0`)
      expect(frame).toEqual({
        command: 'SEND',
        headers: [
          ['destination', 'a/b'],
          ['x', ''],
        ],
        body: Buffer.from('body'),
      })
    }
  })
  test('reads frames after line ends, and several of one piece', () => {
    expect(readAll('\n\r\nACK\nid:1\n\n\0\n\nACK\nid:2\n\n\0\n').map(({ headers }) => headers[0]?.[1])).toEqual([
      '1',
      '2',
    ])
  })
  test('reports line ends between frames as heart-beats', () => {
    const reader = createFrameReader(() => usual)
    reader.push(Buffer.from('\n\r\n'))
    expect([reader.next(), reader.next(), reader.next()]).toEqual(['heart-beat', 'heart-beat', undefined])
  })
  test('a body with content-length may contain NUL', () => {
    const [frame, second] = readAll('SEND\ncontent-length:5\n\na\0b\0c\0\n\nACK\n\n\0')
    expect(frame?.body.toString()).toBe('a\0b\0c')
    expect(second?.command).toBe('ACK')
  })
  test('escapes depend on the version (Value Encoding)', () => {
    const text = 'SEND\na\\cb:\\\\n\\n\n\n\0'
    expect(readAll(text, '1.2')[0]?.headers).toEqual([['a:b', '\\n\n']])
    expect(readAll(text, '1.1')[0]?.headers).toEqual([['a:b', '\\n\n']])
    expect(readAll(text, '1.0')[0]?.headers).toEqual([['a\\cb', '\\\\n\\n']])
    expect(readAll('SEND\na:\\r\n\n\0', '1.2')[0]?.headers).toEqual([['a', '\r']])
    expect(refusal('SEND\na:\\r\n\n\0', '1.1')).toBe('undefined escape sequence \\r')
    expect(refusal('SEND\na:b\\t\n\n\0', '1.2')).toBe('undefined escape sequence \\t')
  })
  test('CONNECT has no escapes', () => {
    expect(readAll('CONNECT\nlogin:a\\tb\n\n\0')[0]?.headers).toEqual([['login', 'a\\tb']])
  })
  test('white space of values is kept since 1.1', () => {
    expect(readAll('SEND\na: b \n\n\0', '1.2')[0]?.headers).toEqual([['a', ' b ']])
    expect(readAll('SEND\na : b\n\n\0', '1.0')[0]?.headers).toEqual([['a', 'b']])
  })

  const refusals: readonly (readonly [title: string, text: string, message: string])[] = [
    ['a header without colon', 'SEND\nbad\n\n\0', 'unexpected_linefeed'],
    [
      'too many headers',
      `SEND\n${'a:b\n'.repeat(14)}\n\0`,
      '{too_many_headers,#{max_header_num => 10,received_headers_num => 14}}',
    ],
    [
      'headers without end',
      `SEND\n${'a:b\n'.repeat(1000)}`,
      '{too_many_headers,#{max_header_num => 10,received_headers_num => 110}}',
    ],
    [
      'a long header',
      `SEND\nbig:${'v'.repeat(1100)}\n\n\0`,
      '{too_long_header,#{found_header_length => 1103,max_header_length => 1024}}',
    ],
    [
      'a long header without end',
      `SEND\nbig:${'v'.repeat(1100)}`,
      '{too_long_header,#{found_header_length => 1104,max_header_length => 1024}}',
    ],
    [
      'a long body',
      `SEND\n\n${'x'.repeat(70_000)}\0`,
      '{too_long_body,#{max_body_length => 65536,received_body_length => 70000}}',
    ],
    [
      'a large content-length, before the body arrives',
      'SEND\ncontent-length:100000\n\nx',
      '{too_long_body,#{max_body_length => 65536,received_body_length => 100000}}',
    ],
    ['a content-length that is no number', 'SEND\ncontent-length:-1\n\nx\0', 'content-length must be a number, not -1'],
    [
      'a body longer than content-length',
      'SEND\ncontent-length:1\n\nxy\0',
      'the body does not end with NUL after content-length bytes',
    ],
    ['a long command', `${'X'.repeat(100)}`, 'unknown command'],
    ['a header that is not UTF-8', 'SEND\na:\0\n\n\0', 'a header is not UTF-8 text'],
  ]
  for (const [title, text, message] of refusals) test(`${title} is an error`, () => expect(refusal(text)).toBe(message))
})

const headerText = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replaceAll('\0', ''))
const headers = fc.array(
  fc.tuple(headerText, headerText).filter(([name]) => name !== 'content-length'),
  { maxLength: 8 },
)

describe('encodeFrame', () => {
  test('a frame is read as it was written, in pieces of any size', () => {
    const body = fc.option(fc.uint8Array({ maxLength: 200 }), { nil: undefined })
    fc.assert(
      fc.property(headers, body, fc.integer({ min: 1, max: 50 }), (written: Header[], bytes, size) => {
        const encoded = Buffer.concat([
          encodeFrame('MESSAGE', written, bytes, '1.2'),
          encodeFrame('RECEIPT', [], undefined, '1.2'),
        ])
        const pieces: Buffer[] = []
        for (let at = 0; at < encoded.length; at += size) pieces.push(encoded.subarray(at, at + size))
        const [frame, last] = readAll(pieces)
        expect(frame?.headers.filter(([name]) => name !== 'content-length')).toEqual(written)
        expect(frame?.body).toEqual(Buffer.from(bytes ?? []))
        expect(last?.command).toBe('RECEIPT')
      }),
      { numRuns: 200 },
    )
  })
  test('a header cannot add lines in any version', () => {
    for (const version of ['1.0', '1.1'] as const) {
      const text = encodeFrame('MESSAGE', [['a\nb:c', 'd\r\n\0e']], undefined, version).toString()
      expect(text.split('\n')).toHaveLength(4)
      expect(text.indexOf('\0')).toBe(text.length - 1)
      expect(text).not.toContain('\r')
    }
  })
  test('random bytes are read or refused with a FrameError', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .array(fc.constantFrom('SEND', '\n', '\r', ':', '\0', 'content-length:3', 'a', '\\', 'é'), { maxLength: 60 })
        .map((parts) => Buffer.from(parts.join(''))),
    )
    fc.assert(
      fc.property(
        fc.array(bytes, { maxLength: 5 }),
        fc.constantFrom<Version>('1.0', '1.1', '1.2'),
        (pieces, version) => {
          try {
            readAll(
              pieces.map((piece) => Buffer.from(piece)),
              version,
            )
          } catch (error) {
            expect(error).toBeInstanceOf(FrameError)
          }
        },
      ),
      { numRuns: 500 },
    )
  })
  test('a large body in small pieces takes time in proportion to its length', () => {
    const reader = createFrameReader(() => ({ ...usual, max_body_length: 10_000_000 }))
    reader.push(Buffer.from('SEND\n\n'))
    const piece = Buffer.alloc(100, 'x')
    const used = measureProcessorTime()
    for (let count = 0; count < 50_000; count += 1) {
      reader.push(piece)
      // `expect` takes longer than the reader.
      if (reader.next() !== undefined) throw new Error('a frame before its end')
    }
    reader.push(Buffer.alloc(1))
    expect(reader.next()).toMatchObject({ body: { length: 5_000_000 } })
    expect(used()).toBeLessThan(2000)
  })
})
