import { describe, expect, it } from 'vitest'
import { createSecrets } from './secrets.ts'
import { messageOf } from './target-message.ts'

describe('a message of a target', () => {
  it('names the field and leaves the refused value out', () => {
    const message = '{"kind":"validation_error","path":"root.password","reason":"too short","value":"s3cret"}'
    expect(messageOf(400, { code: 'BAD_REQUEST', message })).toBe('BAD_REQUEST: root.password: too short')
    expect(messageOf(400, { code: 'BAD_REQUEST', message: JSON.parse(message) })).not.toContain('s3cret')
  })

  it('may contain several errors, or unknown fields', () => {
    const message = JSON.stringify([
      { kind: 'validation_error', path: 'a', reason: 'required_field' },
      { kind: 'validation_error', reason: 'unknown_fields', path: 'b', unknown: 'extra', unmatched: 'x' },
    ])
    expect(messageOf(400, { message })).toBe('a: required_field; b: unknown_fields extra')
  })

  it('is an unchanged sentence, truncated if it is long', () => {
    expect(messageOf(409, { code: 'CONFLICT', message: 'there is one' })).toBe('CONFLICT: there is one')
    expect(messageOf(400, { message: 'x'.repeat(5000) }).length).toBeLessThan(700)
  })

  it("is only the status if it is not EMQX's format, so that other services cannot be read", () => {
    expect(messageOf(500, '<h1>Internal: db password is hunter2</h1>')).toBe('HTTP 500')
    expect(messageOf(200, { secrets: ['hunter2'] })).toBe('HTTP 200')
  })
})

describe('secrets in messages of a target', () => {
  it('are masked in its reason, not in the code and the field name', () => {
    const secrets = createSecrets()
    secrets.add(['password', 'hunter2'])
    const message = { kind: 'validation_error', path: 'root.password', reason: 'bad value hunter2' }
    expect(messageOf(400, { code: 'BAD_REQUEST', message }, secrets.hide)).toBe(
      'BAD_REQUEST: root.password: bad value ******',
    )
    expect(messageOf(400, { message: 'no hunter2 please' }, secrets.hide)).toBe('no ****** please')
  })
})

describe('secrets', () => {
  it('are masked at any position, except very short ones', () => {
    const secrets = createSecrets()
    secrets.add(['hunter2', 'a'])
    expect(secrets.hide('a bad hunter2 in hunter2x')).toBe('a bad ****** in ******x')
  })

  it('are masked completely if one is a prefix of another', () => {
    const secrets = createSecrets()
    secrets.add(['pass', 'password123'])
    expect(secrets.hide('bad value password123')).toBe('bad value ******')
  })
})
