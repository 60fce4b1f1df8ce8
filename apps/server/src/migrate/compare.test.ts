import { describe, expect, it } from 'vitest'
import { differences, isSame } from './compare.ts'

describe('two values', () => {
  it.each([
    ['15s', '15000ms', 'timeout'],
    ['1h30m', '90m', 'timeout'],
    ['1MB', '1024KB', 'size'],
    [1048576, '1MB', 'size'],
    ['1000/s', '1000/1s', 'rate'],
    ['0.0.0.0:1883', 1883, 'bind'],
    [':1883', '1883', 'bind'],
    ['[::1]:1883', '[::1]:1883', 'bind'],
    ['broker-pass', '******', 'password'],
    ['-----BEGIN CERTIFICATE-----', '${EMQX_ETC_DIR}/certs/x.pem', 'certfile'],
    [true, 'true', 'enable'],
    [undefined, '', 'description'],
    [{}, undefined, 'headers'],
    [[1, '2s'], ['1', '2000ms'], 'list'],
  ])('%j and %j are the same as %s', (ours, theirs, name) => {
    expect(isSame(ours, theirs, name)).toBe(true)
  })

  it.each([
    ['15s', '16s', 'timeout'],
    ['127.0.0.1:1883', '1883', 'bind'],
    ['', '******', 'password'],
    [[1, 2], [2, 1], 'list'],
    [{ a: 1 }, { a: 1, b: 2 }, 'headers'],
    ['a', ['a'], 'topic'],
    ['abc', 'ABC', 'name'],
  ])('%j and %j differ as %s', (ours, theirs, name) => {
    expect(isSame(ours, theirs, name)).toBe(false)
  })
})

describe('the differences of two things', () => {
  it('are reported by their paths; fields that only the target has are its defaults', () => {
    const ours = { enable: true, pool_size: 8, parameters: { topic: 'a', qos: 1 } }
    const theirs = { enable: true, pool_size: 9, parameters: { topic: 'b', qos: '1' }, status: 'connected' }
    expect(differences(ours, theirs)).toEqual(['pool_size', 'parameters.topic'])
  })

  it('ignore our defaults that the target does not return', () => {
    const whole = { url: 'http://a', ours_alone: 'default', set: 'by somebody' }
    expect(differences(whole, { url: 'http://a' }, { url: 'http://a', set: 'by somebody' })).toEqual(['set'])
  })
})
