import { expect, test } from 'vitest'
import { translateReason } from './reasons.ts'
import { translateMessage } from './server-messages.ts'

const sources = import.meta.glob<string>(['../../../../server/src/**/*.ts', '!**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Messages of the embedded server; inserted values are replaced by 1. */
const messages = Object.values(sources).flatMap((source) =>
  [...source.matchAll(/AppError\('[A-Z_]+', (?:'((?:[^'\\]|\\.)*)'|"([^"\\]*)"|`([^`]*)`)/g)].map((match) =>
    (match[1] ?? match[2] ?? match[3] ?? '').replaceAll(/\$\{[^}]*\}/g, '1').replaceAll("\\'", "'"),
  ),
)

test('most messages of the embedded server have a Chinese text', () => {
  expect(messages.length).toBeGreaterThan(100)
  const unknown = messages.filter((message) => !(translateMessage(message, 'zh') ?? translateReason(message, 'zh')))
  expect(unknown.length / messages.length, unknown.join('\n')).toBeLessThan(0.15)
})

test.each([
  ['{"missing )",13}', 'A closing parenthesis is missing at character 13.', '第 13 个字符处缺少右括号 )。'],
  ['bad_format', 'The file format is wrong.', '文件格式不正确。'],
  ['function_clause', 'The server cannot process this input.', '服务器不支持这样的输入。'],
  [
    '{eval_context_not_found,#{name => x}}',
    'The expression refers to a variable that does not exist.',
    '表达式引用的变量不存在。',
  ],
  ['{shutdown,{tcp_closed}}', 'The connection was closed by the server.', '连接已被对端关闭。'],
  ['connect ECONNREFUSED 127.0.0.1:9', /^Connection refused: /, /^连接被拒绝：/],
  [
    'password authentication failed for user "mqtt"',
    'The server rejected the username or the password.',
    /用户名或密码错误/,
  ],
])('the reason %s is translated', (reason, en, zh) => {
  expect(translateReason(reason, 'en')).toEqual(typeof en === 'string' ? en : expect.stringMatching(en))
  expect(translateReason(reason, 'zh')).toEqual(typeof zh === 'string' ? zh : expect.stringMatching(zh))
})
