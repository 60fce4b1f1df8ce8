import { expect, test } from 'vitest'
import { hideSecrets, isSecretHeader, isSecretName, restoreSecrets, secretsInText } from './secret-texts.ts'

test.each([
  'password',
  'password_hash',
  'old_pwd',
  'new_pwd',
  'api_secret',
  'clientSecret',
  'Proxy-Authorization',
  'x-api-key',
  'SECRET_ACCESS_KEY',
  'bind_password',
  'Cookie',
  'access_token',
  'tokens',
  'apikey',
  'X-Functions-Key',
  'ocp-apim-subscription-key',
  'pw',
  'db_pw',
  'pin',
  'pat',
  'Bearer',
  'auth',
  'tkn',
  'kafka_ext_header_value',
])('a field named %s is a secret', (name) => {
  expect(isSecretName(name)).toBe(true)
})

test.each([
  'password_hash_algorithm',
  'token_expired_time',
  'username',
  'key',
  'keyfile',
  'routing_key',
  'partition_key',
  'author',
  'passing',
  'secret_base64_encoded',
  'description',
  'opinion',
  'card_pin',
  'path',
  'auth_type',
  'bearer_type',
])('a field named %s is not a secret', (name) => {
  expect(isSecretName(name)).toBe(false)
})

test.each(['Authorization', 'cookie', 'x-functions-key', 'x-honeycomb-team', 'x-insert-key', 'key', 'x-anything'])(
  'the header %s may contain a secret',
  (name) => {
    expect(isSecretHeader(name)).toBe(true)
  },
)

test.each(['Content-Type', 'accept', 'User-Agent', 'x-request-id'])('the header %s contains no secret', (name) => {
  expect(isSecretHeader(name)).toBe(false)
})

const texts = [
  ['http://u:s1@host:80/a@b', 'http://u:******@host:80/a@b'],
  ['http://s1@host/', 'http://******@host/'],
  ['redis://:s1@host and mongodb://u:s2@one,two/db', 'redis://:******@host and mongodb://u:******@one,two/db'],
  ['https://h/p?a=1&apikey=s1&code=s2#f', 'https://h/p?a=1&apikey=******&code=******#f'],
  ['/p?key=s1&id=${clientid}&token=${password}', '/p?key=******&id=${clientid}&token=${password}'],
  ['password=s1&user=u', 'password=******&user=u'],
  [
    '{"user": "u", "api_key": "s1", "a": {"Password":"s\\"2"}}',
    '{"user": "u", "api_key": "******", "a": {"Password":"******"}}',
  ],
  ['{"callback": "http://u:s1@h"}', '{"callback": "http://u:******@h"}'],
] as const

test.each(texts)('secrets in %s are hidden, and restored when the text is sent back', (text, hidden) => {
  expect(hideSecrets(text)).toBe(hidden)
  expect(restoreSecrets(hidden, text)).toBe(text)
  expect(secretsInText(text).map((one) => one.replace('\\"', ''))).toEqual(
    [...text.matchAll(/s\\?"?\d/g)].map(([one]) => one.replace('\\"', '')),
  )
})

test.each([
  ['{"password": 12345678, "pin" : -5.1e3}', '{"password": ******, "pin" : ******}'],
  ['{"password":["one", "two"], "names": ["x"]}', '{"password":["******", "******"], "names": ["x"]}'],
  ['{"token": [ 1, 2 ]}', '{"token": [ ******, ****** ]}'],
  [
    '<a><password>x</password><w:Secret id="1">y</w:Secret></a>',
    '<a><password>******</password><w:Secret id="1">******</w:Secret></a>',
  ],
  ["{'password':'x', 'user': 'u', 'pat': 'it\\'s'}", "{'password':'******', 'user': 'u', 'pat': '******'}"],
  [
    '{"a": "{\\"password\\":\\"x\\", \\"user\\": \\"u\\"}"}',
    '{"a": "{\\"password\\":\\"******\\", \\"user\\": \\"u\\"}"}',
  ],
  ['{\\"password\\":\\"a\\\\\\"b\\\\\\\\\\"}', '{\\"password\\":\\"******\\"}'],
  ['{"password":"{\\"password\\":\\"x\\"}","b":{"password":"y"}}', '{"password":"******","b":{"password":"******"}}'],
  ['http://h/?pw=x#access_token=y&state=1', 'http://h/?pw=******#access_token=******&state=1'],
  ['{"password":"cut off', '{"password":"******'],
])('secrets in %s are hidden in every notation, and restored', (text, hidden) => {
  expect(hideSecrets(text)).toBe(hidden)
  expect(hideSecrets(hidden)).toBe(hidden)
  expect(restoreSecrets(hidden, text)).toBe(text)
})

test.each([
  'http://host:80/path?name=value#key',
  'user=u&id=1',
  'a topic/with = and & and ?',
  'http://${username}@host/?key=${clientid}',
  '{"type": "password", "key": "value"}',
  '{"max_tokens": 256, "password": null, "secret": true, "token": ${token}}',
  'Bearer <token> in <b>a header</b>',
])('%s has no secret', (text) => {
  expect(hideSecrets(text)).toBe(text)
})

test('a changed secret is kept among unchanged ones, also if other parts of the text change', () => {
  const before = 'https://u:s1@old/p?apikey=s2&token=s3'
  expect(restoreSecrets('https://u:******@new/q?token=new&apikey=******', before)).toBe(
    'https://u:s1@new/q?token=new&apikey=s2',
  )
  expect(restoreSecrets('https://new/?secret=******', before)).toBe('https://new/?secret=******')
})

test('hiding takes time in proportion to the length of the text', () => {
  const cost = (text: string) => {
    const began = process.cpuUsage()
    hideSecrets(text)
    const { user, system } = process.cpuUsage(began)
    return user + system
  }
  for (const part of [
    '://',
    '://a:',
    '&token',
    '&token=',
    '"password":"',
    '"password":"\\',
    'a"b=?c',
    "'password':'",
    '\\"password\\":\\"',
    '"password":["a",',
    '"password":1',
    '<password>',
    '<token a',
    '\\',
    '"password":["\\"password\\":[\\"',
  ]) {
    cost(part.repeat(1000))
    const short = Math.max(...[1, 2, 3].map(() => cost(part.repeat(20_000))))
    const long = Math.min(...[1, 2, 3].map(() => cost(part.repeat(80_000))))
    expect(long).toBeLessThan(12 * short + 20_000)
  }
})
