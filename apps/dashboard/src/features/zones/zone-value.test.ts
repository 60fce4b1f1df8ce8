import { ApiError } from '@mqdeck/contract'
import { expect, it } from 'vitest'
import {
  countOverrides,
  isZoneName,
  listenersByZone,
  toFieldError,
  withoutEmptyGroups,
  zoneNames,
} from './zone-value.ts'

it('counts the overridden settings of a zone', () => {
  expect(countOverrides({ mqtt: { max_inflight: 1, max_qos_allowed: 0 }, force_shutdown: {} })).toBe(2)
  expect(countOverrides({})).toBe(0)
})

it('removes groups without overridden settings', () => {
  expect(withoutEmptyGroups({ mqtt: {}, flapping_detect: { enable: true } })).toEqual({
    flapping_detect: { enable: true },
  })
})

it('accepts names of letters, digits, hyphens and underscores that start with a letter or a digit', () => {
  expect(['a', '1a', 'a-b_C'].every(isZoneName)).toBe(true)
  expect(['', '-a', 'a b', 'a.b', '区', 'constructor'].some(isZoneName)).toBe(false)
})

it('lists the global zone first, and zones that only listeners use', () => {
  const users = listenersByZone([{ id: 'tcp:a', zone: 'hidden' }, { id: 'tcp:b' }])
  expect(users.get('default')).toEqual(['tcp:b'])
  expect(zoneNames({ b: {}, a: {} }, users.keys())).toEqual(['default', 'a', 'b', 'hidden'])
})

it('finds the field in an error with line and path', () => {
  const error = new ApiError(400, {
    code: 'UPDATE_FAILED',
    message: 'line 3, zones.iot.mqtt.max_inflight: must be between 1 and 65535',
  })
  const found = toFieldError(error, 'iot')
  expect(found instanceof ApiError && JSON.parse(found.message)).toEqual({
    kind: 'validation_error',
    path: 'mqtt.max_inflight',
    reason: 'must be between 1 and 65535',
  })
  expect(toFieldError(error, 'other')).toBe(error)
})
