import { describe, expect, it } from 'vitest'
import { basePath, clusterProfiles, nodeUrls } from './deployment-types.ts'

describe('the nodes of a cluster', () => {
  const read = nodeUrls.readTree ?? (() => undefined)

  it('are a list, or a text separated by commas', () => {
    const urls = ['http://n1:18083', 'https://n2/emqx']
    expect(read('http://n1:18083, https://n2/emqx/,', fail)).toEqual(urls)
    expect(read(['http://n1:18083/', 'https://n2/emqx', 'http://n1:18083'], fail)).toEqual(urls)
  })

  it.each(['n1:18083', 'ftp://n1', 'http://user:pass@n1', 'http://n1?x=1', 'http://', 'http://n1#x'])(
    'are not %s',
    (url) => expect(read(url, fail)).toBeUndefined(),
  )
})

describe('a base path', () => {
  it.each([
    ['/mqtt/', '/mqtt'],
    ['/a/b-c.d_e', '/a/b-c.d_e'],
    ['/', ''],
    ['', ''],
  ])('may be %s', (path, expected) => expect(basePath.read(path)).toBe(expected))

  it.each(['mqtt', '/a//b', '/a/../b', '/@a', '/a b', '/api', '/api-docs/x', '/status', '/mqdeck', 'http://host/mqtt'])(
    'may not be %s',
    (path) => expect(basePath.read(path)).toBeUndefined(),
  )
})

describe('clusters with a name', () => {
  const problemsOf = (value: unknown) => {
    const problems: string[] = []
    clusterProfiles.readTree?.(value, (path, what) => problems.push(`${path} ${what}`))
    return problems
  }

  it('have nodes and other fields', () => {
    const value = [
      { name: 'test', broker: 'http://n1' },
      { name: 'live', broker: ['https://n2'], ca_file: 'ca.pem', color: 'red', production: true },
    ]
    expect(clusterProfiles.readTree?.(value, fail)).toEqual([
      { name: 'test', broker: ['http://n1'], caFile: undefined, color: undefined, production: false },
      { name: 'live', broker: ['https://n2'], caFile: 'ca.pem', color: 'red', production: true },
    ])
    expect(clusterProfiles.readTree?.('[{name: a, broker: "http://n1"}]', fail)).toHaveLength(1)
    expect(clusterProfiles.readTree?.(null, fail)).toEqual([])
  })

  it('report the invalid field', () => {
    expect(
      problemsOf([
        { name: 'a', broker: [], color: 'pale', production: 'yes', ca_file: 1, colour: 'red' },
        { name: 'a/b', broker: 'http://n1' },
        'a',
        { name: 'c', broker: 'http://n1' },
        { name: 'c', broker: 'http://n2' },
      ]).map((problem) => problem.replace(/expected .*/, 'expected')),
    ).toEqual([
      '[0].colour unknown key, the keys are name, broker, ca_file, color, production',
      '[0].broker expected',
      '[0].color expected',
      '[0].ca_file expected',
      '[0].production expected',
      '[1].name expected',
      '[2] expected',
      '[4].name c is used twice',
    ])
  })
})

function fail(path: string, what: string): never {
  throw new Error(`${path} ${what}`)
}
