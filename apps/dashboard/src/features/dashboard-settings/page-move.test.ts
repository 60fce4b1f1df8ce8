import { describe, expect, test } from 'vitest'
import { pageMove } from './page-move.ts'

const page = (address: string) => new URL(address)
const listen = (http: unknown, https?: unknown, ssl_options = {}) => ({
  listeners: {
    ...(http !== undefined && { http: { bind: http } }),
    ...(https !== undefined && { https: { bind: https, ssl_options } }),
  },
})

describe('a change of the dashboard listeners', () => {
  test.each([
    ['another port', '127.0.0.1:18083', '127.0.0.1:8080', 'http://localhost:18083', 'http://localhost:8080'],
    ['a port alone', 18083, '8080', 'http://broker:18083', 'http://broker:8080'],
    ['only this machine', '0.0.0.0:18083', '127.0.0.1:18083', 'http://broker:18083', 'http://127.0.0.1:18083'],
    ['IPv6', '0.0.0.0:18083', '[fe80::1]:18083', 'http://broker:18083', 'http://[fe80::1]:18083'],
  ])('%s moves the page', (_name, before, after, here, address) => {
    expect(pageMove(listen(before), listen(after), page(here))).toEqual({ kind: 'moved', address })
  })

  test.each([
    ['more addresses', '127.0.0.1:18083', '0.0.0.0:18083'],
    ['the same address in another notation', '0.0.0.0:18083', 18083],
  ])('%s does not move the page', (_name, before, after) => {
    expect(pageMove(listen(before), listen(after), page('http://localhost:18083'))).toBeUndefined()
  })

  test('does not affect the page if it changes another listener', () => {
    const after = listen('0.0.0.0:18083', '0.0.0.0:18084')
    expect(pageMove(listen('0.0.0.0:18083'), after, page('http://broker:18083'))).toBeUndefined()
  })

  test('has the address of the other listener if it disables the current one', () => {
    const both = listen('0.0.0.0:18083', '0.0.0.0:18084')
    const here = page('http://broker:18083')
    expect(pageMove(both, listen(0, '0.0.0.0:18084'), here)).toEqual({ kind: 'off', address: 'https://broker:18084' })
    expect(pageMove(listen('0.0.0.0:18083'), listen(0), here)).toEqual({ kind: 'off', address: undefined })
  })

  test('reports a new certificate over https only', () => {
    const [before, after] = [listen(18083, 18084), listen(18083, 18084, { certfile: 'other' })]
    expect(pageMove(before, after, page('https://broker:18084'))).toEqual({ kind: 'certificate' })
    expect(pageMove(before, after, page('http://broker:18083'))).toBeUndefined()
  })

  test('is unsure behind a proxy and for a port that is assigned on start', () => {
    const here = page('https://mqdeck.example')
    expect(pageMove(listen(18083), listen(8080), here)).toEqual({ kind: 'unsure' })
    const cors = { ...listen(18083), cors: true }
    expect(pageMove(listen(18083), cors, here)).toBeUndefined()
    expect(pageMove(listen('0.0.0.0:18083'), listen('0.0.0.0:0'), page('http://broker:18083'))).toEqual({
      kind: 'unsure',
    })
  })
})
