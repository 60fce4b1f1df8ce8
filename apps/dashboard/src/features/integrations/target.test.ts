import { expect, test } from 'vitest'
import { targetOf } from './target.ts'

test.each<[string, object, string | undefined]>([
  ['a server', { server: '127.0.0.1:5432' }, '127.0.0.1:5432'],
  ['several hosts', { bootstrap_hosts: 'a:9092,b:9092' }, 'a:9092,b:9092'],
  ['a URL, without its credentials', { url: 'http://user:secret@api.example:8080/in' }, 'api.example:8080'],
  ['parameters', { parameters: { redis_type: 'single', server: 'redis:6379' } }, 'redis:6379'],
  ['a host and a port', { host: 's3.local', port: 9000 }, 's3.local:9000'],
  ['no address', { enable: true, url: '' }, undefined],
])('the target of %s', (_, settings, target) => {
  expect(targetOf(settings)).toBe(target)
})
