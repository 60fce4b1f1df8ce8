import { describe, expect, test } from 'vitest'
import { parseLines } from './parse-lines.ts'
import { createPoints } from './render-points.ts'

const render = (syntax: string, data: Record<string, unknown> = {}, precision: 'ns' | 'us' | 'ms' | 's' = 'ms') =>
  createPoints(parseLines(syntax), precision)({ timestamp: 1_700_000_000_123n, ...data })

describe('the write syntax', () => {
  test('has a measurement, tags, fields and a time', () => {
    expect(parseLines('m,a=1,b=2 x=1i,y="b c" ${ts}')).toEqual([
      {
        measurement: 'm',
        tags: [
          ['a', '1'],
          ['b', '2'],
        ],
        fields: [
          { key: 'x', value: '1i', isQuoted: false },
          { key: 'y', value: 'b c', isQuoted: true },
        ],
        timestamp: '${ts}',
      },
    ])
  })

  test('may have several lines, spaces between the parts, no tags and no time', () => {
    expect(
      parseLines('\n  m   x=1  \r\n\n  n,a=b   y=2   5\n').map((line) => [line.measurement, line.timestamp]),
    ).toEqual([
      ['m', undefined],
      ['n', '5'],
    ])
  })

  test('has different escape sequences in each part', () => {
    const [line] = parseLines(String.raw`m\ \,a\=,t\,\ \==v\,\ \= f\ \,\==\ \,\=,g="\"\\ ,=\"" 1`)
    expect(line).toEqual({
      measurement: String.raw`m ,a\=`,
      tags: [['t, =', 'v, =']],
      fields: [
        { key: 'f ,=', value: ' ,=', isQuoted: false },
        { key: 'g', value: '"\\ ,="', isQuoted: true },
      ],
      timestamp: '1',
    })
  })

  test.each([
    '',
    '   \n',
    'm',
    'm,a=b',
    'm, x=1',
    'm,a= x=1',
    'm,a x=1',
    'm x',
    'm x=',
    'm x= ${a}',
    'm x=1,',
    'm x=1, y=2',
    'm,a=1, x=1',
    'm,a=b=c x=1',
    'm x="a',
    'm x="a"b',
    String.raw`m x="\n"`,
    'm x=1 1=2',
  ])('%j is refused', (syntax) => {
    expect(() => parseLines(syntax)).toThrow(/expected|has no lines/)
  })
})

describe('a point', () => {
  test('has numbers as floats, and integers with the suffix i or u', () => {
    const data = { n: 9_007_199_254_740_993n, f: 1.5, w: 2, s: '12' }
    expect(render('m a=${n},b=${n}i,c=${n}u,d=${f},e=${w},f=${w}i,g=${f}i,h=${s}i,i=1,j=1i,k=1.9u,l=-2i', data)).toBe(
      'm a=9007199254740993,b=9007199254740993i,c=9007199254740993u,d=1.5,e=2.0,f=2i,g=1i,h=12i,i=1,j=1i,k=1u,l=-2i 1700000000123',
    )
  })

  test('has booleans, and texts in quotes', () => {
    const data = { yes: true, no: false, s: 'a "b" \\ ,=', t: 'T', o: { a: 1n }, bytes: Buffer.from('x') }
    expect(
      render('m a=${yes},b=${no},c=${s},d=${t},e="${yes}",f=t,g=true,h=word,i="",j=${o},k=${s}${t},l=${bytes} 1', data),
    ).toBe(
      String.raw`m a=true,b=false,c="a \"b\" \\ ,=",d=T,e="true",f=t,g=true,h="word",i="",j="{\"a\":1}",k="a \"b\" \\ ,=T",l="x" 1`,
    )
  })

  test('omits tags and fields without a value', () => {
    expect(render('m,a=${x},b=${y} c=${x},d=${x}i,e="${x}",${x}=1,f=${y} 1', { y: 1n })).toBe('m,b=1 f=1 1')
    expect(render('m,a=${x} f=1 1', { x: '' })).toBe('m f=1 1')
    expect(render('m f=1,g=${x} 1', { x: null })).toBe('m f=1 1')
    expect(() => render('m a=${x} 1')).toThrow('no_fields')
  })

  test('escapes values', () => {
    const evil = 'a b,c=d\nm x=1\\'
    expect(render('m,t=${e} ${e}=1 1', { e: evil })).toBe(String.raw`m,t=a\ b\,c\=d\nm\ x\=1 a\ b\,c\=d\nm\ x\=1=1 1`)
    expect(render('${e} f=1 1', { e: evil })).toBe(String.raw`a\ b\,c=d\nm\ x=1 f=1 1`)
    expect(render('m f="${e}" 1', { e: 'a"\\' })).toBe(String.raw`m f="a\"\\" 1`)
  })

  test('has the time of the message in the configured precision, and explicit times unchanged', () => {
    for (const syntax of ['m f=1', 'm f=1 ${timestamp}'])
      expect(
        (['ns', 'us', 'ms', 's'] as const).map((precision) => render(syntax, {}, precision).split(' ')[2]),
      ).toEqual(['1700000000123000000', '1700000000123000', '1700000000123', '1700000000'])
    expect(render('m f=1 ${payload.t}', { payload: '{"t":7}' }, 'ns')).toBe('m f=1 7')
    for (const syntax of ['m f=1 ${x}', 'm f=1 ${timestamp}00', 'm f=1 ${s}'])
      expect(() => render(syntax, { s: 'soon' })).toThrow('bad_timestamp')
  })

  test('is rejected together with the other points of its syntax', () => {
    expect(render('m f=${a} 1\nn f=${b} 2', { a: 1n, b: 2n })).toBe('m f=1 1\nn f=2 2')
    expect(() => render('m f=${a} 1\nn f=${b} 2', { a: 1n })).toThrow('no_fields')
  })
})
