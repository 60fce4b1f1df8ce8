import { ApiError } from '@mqdeck/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { RequestFailure } from '../session/session-fetch.ts'
import {
  describeError,
  describeReason,
  errorSentence,
  isTransient,
  setFieldLabels,
  validationProblemOf,
} from './errors.ts'

// Forms register field labels. Removes those of earlier test files.
beforeAll(() => {
  const before = setFieldLabels(() => undefined)
  return () => void setFieldLabels(before)
})

const refused = (status: number, code: string, message: string) => new ApiError(status, { code, message })

describe('a refused request is described', () => {
  test('by its code where the dashboard has a text for it', () => {
    const error = refused(401, 'BAD_USERNAME_OR_PWD', 'Auth failed')
    expect(describeError(error, 'en')).toBe('Incorrect username or password.')
    expect(describeError(error, 'zh')).toBe('用户名或密码错误。')
  })

  test("by its message where that is known, with the server's own words behind the headline otherwise", () => {
    const known = refused(404, 'NOT_FOUND', 'Node not found: nope@127.0.0.1')
    expect(describeError(known, 'zh')).toBe('节点 nope@127.0.0.1 不存在。\n\nNode not found: nope@127.0.0.1')
    const unknown = refused(400, 'BAD_REQUEST', 'The moon is full')
    expect(describeError(unknown, 'zh')).toBe('请求无效。\n\nThe moon is full')
    expect(describeError(unknown, 'en')).toBe('The moon is full')
  })

  test('by its status when the body has no error, as a page of a proxy', () => {
    expect(describeError(new ApiError(502, '<html>Bad Gateway</html>'), 'en')).toBe(
      'The server cannot be reached (HTTP 502).',
    )
  })

  test('as unreadable when a good answer is not the API', () => {
    expect(describeError(new ApiError(200, '<html>'), 'en')).toBe('The server returned an unreadable response.')
  })
})

test('a wrong two-factor code is reported, although its message is an object', () => {
  const body = { code: 'BAD_MFA_TOKEN', message: { error: 'bad_mfa_token', mechanism: 'totp' } }
  expect(describeError(new ApiError(401, body), 'en')).toBe('The code is wrong, has expired or was used before.')
})

describe('a schema validation error names the field', () => {
  test.each([
    [
      '{"value":100000,"reason":{"expected":"1..10000"},"path":"limit","kind":"validation_error"}',
      'limit must be between 1 and 10000, not 100000.',
    ],
    [
      '{"value":9,"reason":"Unable to parse string","path":"mqtt.max_qos_allowed","kind":"validation_error"}',
      'mqtt.max_qos_allowed is not valid (9): The value has a wrong format.',
    ],
    ['{"reason":"required_field","path":"root.until","kind":"validation_error"}', 'until is required.'],
    [
      '{"unknown":"colour","reason":"unknown_fields","path":"root","kind":"validation_error"}',
      'colour is not a known field.',
    ],
    [
      'Bad Arguments: #{kind => validation_error,path => "rule_engine.rules.r1.sql",reason => required_field}',
      'rule_engine.rules.r1.sql is required.',
    ],
  ])('%s', (message, sentence) => {
    expect(errorSentence(refused(400, 'BAD_REQUEST', message), 'en')).toBe(sentence)
  })

  test('and forms can show it next to the field', () => {
    const message = '{"reason":"required_field","path":"until","kind":"validation_error"}'
    expect(validationProblemOf(refused(400, 'BAD_REQUEST', message))).toEqual({
      path: 'until',
      reason: 'required_field',
    })
    expect(validationProblemOf(refused(400, 'BAD_REQUEST', 'plain text'))).toBeUndefined()
  })
})

test.each([
  [
    'failed_to_start_pulsar_client',
    'It could not start. Check the address, the credentials and the TLS settings.',
    '无法启动',
  ],
  [
    'failed_to_start_kafka_producer',
    'It could not start. Check the address, the credentials and the TLS settings.',
    '无法启动',
  ],
  ['undef', 'The broker lacks the code of this feature. Check how it was built and installed.', '该服务端缺少'],
])('the reason %s of a failed start is a sentence, followed by the reason', (reason, en, zh) => {
  expect(describeReason(reason, 'en')).toBe(`${en}\n\n${reason}`)
  expect(describeReason(reason, 'zh')).toMatch(new RegExp(`^${zh}.+\n\n${reason}$`))
  expect(errorSentence(refused(500, 'INTERNAL_ERROR', reason), 'en')).toBe(en)
})

test('no answer and a slow answer are different errors, and only the first is retried', () => {
  const unreachable = new RequestFailure('network', undefined)
  const slow = new RequestFailure('timeout', undefined)
  expect(describeError(unreachable, 'en')).toBe('Network Error.')
  expect(describeError(slow, 'en')).toBe('The server did not respond in time.')
  expect(
    [unreachable, slow, refused(503, 'SERVICE_UNAVAILABLE', ''), refused(404, 'NOT_FOUND', '')].map(isTransient),
  ).toEqual([true, false, true, false])
})

test('anything else thrown is a failed operation', () => {
  expect(describeError(new TypeError('x is not a function'), 'en')).toBe('Operation failed.')
})
