import { expect, test } from 'vitest'
import { jsonObject, list } from './containers.ts'
import { secret, text } from './scalars.ts'
import { hasMask, masked, unmasked } from './secrets.ts'
import { setting, struct, structKind } from './struct.ts'

const label = { en: '', zh: '' }
const one = structKind(
  struct('x.one', {
    id: setting(text(), { required: true, label }),
    secret: setting(secret(), { required: true, label }),
  }),
)
const identify = (value: unknown) => String((value as { id: string }).id)
const before = [
  { id: 'a', secret: 'of a' },
  { id: 'b', secret: 'of b' },
]

test('secrets in a list are shown as ******', () => {
  expect(masked(list(one), [...before, { id: 'c', secret: '' }])).toEqual([
    { id: 'a', secret: '******' },
    { id: 'b', secret: '******' },
    { id: 'c', secret: '' },
  ])
})

test('a ****** in a list keeps the secret of the same index', () => {
  expect(unmasked(list(one), masked(list(one), before), before)).toEqual(before)
})

test('with identifiable elements, a ****** keeps the secret of the same element at any index', () => {
  const known = list({ ...one, identify })
  const shown = masked(known, before)
  expect(unmasked(known, shown.toReversed(), before)).toEqual(before.toReversed())
  expect(unmasked(known, shown.slice(1), before)).toEqual(before.slice(1))
  const renamed = unmasked(known, [{ id: 'c', secret: '******' }], before)
  expect(hasMask(known, renamed)).toBe(true)
})

test('numbers and lists with the name of a secret are hidden in JSON, and restored', () => {
  const value = { password: 1234, pins: 1, max_tokens: 256, token: ['a', 2], nested: { secret: ['b'] }, ids: ['c', 3] }
  const shown = masked(jsonObject(), value)
  expect(shown).toEqual({
    password: '******',
    pins: 1,
    max_tokens: 256,
    token: ['******', '******'],
    nested: { secret: ['******'] },
    ids: ['c', 3],
  })
  expect(unmasked(jsonObject(), shown, value)).toEqual(value)
  expect(unmasked(jsonObject(), value, shown)).toEqual(value)
})
