import { expect, test } from 'vitest'
import { changesTexts } from './changes-text.ts'

test('each change is one line on both sides', () => {
  const changes = [
    { path: 'mqtt.max_inflight', from: 32, to: 40 },
    { path: 'log.file.extra', to: { level: 'debug', path: 'x.log' } },
    { path: 'rewrite', from: [{ action: 'all' }], to: [] },
    { path: 'mqtt.server_keepalive', from: 'disabled' },
  ]
  expect(changesTexts(changes)).toEqual({
    before: [
      'mqtt.max_inflight = 32',
      '# log.file.extra.level',
      '# log.file.extra.path',
      'rewrite = [{"action":"all"}]',
      'mqtt.server_keepalive = "disabled"',
    ].join('\n'),
    after: [
      'mqtt.max_inflight = 40',
      'log.file.extra.level = "debug"',
      'log.file.extra.path = "x.log"',
      'rewrite = []',
      '# mqtt.server_keepalive',
    ].join('\n'),
  })
})

test('no changes give empty texts', () => {
  expect(changesTexts([])).toEqual({ before: '', after: '' })
})
