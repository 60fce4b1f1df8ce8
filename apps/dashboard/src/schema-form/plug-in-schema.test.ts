import { choice, duration, setting, struct, text } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import { plugInSchema, toVariant, variantOf } from './plug-in-schema.ts'

const label = { en: 'Deployment', zh: '部署模式' }
const backend = setting(choice(['redis']), { required: true, label })
const kind = <T extends string>(name: T) => setting(choice([name]), { default: name, label })
const wait = setting(duration(), { default: '5s', label })
const server = setting(text(), { required: true, label })
const single = struct('authn.redis_single', { backend, redis_type: kind('single'), server, wait })
const cluster = struct('authn.redis_cluster', { backend, redis_type: kind('cluster'), servers: server, wait })
const redis = plugInSchema([single, cluster])
const named = (name: string) => {
  const found = redis.variants.find((one) => one.name === name)
  if (!found) throw new Error(`no variant ${name}`)
  return found
}

test('variants are distinguished by their constant fields only', () => {
  expect(redis.variants.map(({ tags }) => Object.fromEntries(tags))).toEqual([
    { redis_type: 'single' },
    { redis_type: 'cluster' },
  ])
  expect(redis.variants.map((one) => one.label.en)).toEqual(['Single node', 'Cluster'])
  expect(redis.choice.en).toBe('Deployment')
})

test('the form of a variant has no field for the choice above it', () => {
  const { properties = {} } = redis.document.components.schemas['authn.redis_single'] ?? {}
  expect(Object.keys(properties)).toEqual(['backend', 'server', 'wait'])
})

test('a value has the variant that it names, by default the first, and none if undeclared', () => {
  expect(variantOf(redis, { redis_type: 'cluster', servers: 'a:1' })?.name).toBe('authn.redis_cluster')
  expect(variantOf(redis, {})?.name).toBe('authn.redis_single')
  expect(variantOf(redis, { redis_type: 'ring' })).toBeUndefined()
})

test('another variant keeps common and unknown fields, and drops those of the old one', () => {
  const before = { backend: 'redis', redis_type: 'single', server: 'a:1', wait: '9s', newer: { a: 1 } }
  expect(toVariant(before, named('authn.redis_single'), named('authn.redis_cluster'))).toEqual({
    backend: 'redis',
    redis_type: 'cluster',
    wait: '9s',
    newer: { a: 1 },
  })
})

test('an undeclared type has no variants', () => {
  expect(variantOf(plugInSchema([]), { a: 1 })).toBeUndefined()
})
