import { expect, test } from 'vitest'
import { newSettings } from '../index.ts'
import { parsePresets, presets, removePreset, savePreset } from './presets.ts'

const fresh = newSettings({ protocol: 'https:', hostname: 'h' })

test('passwords are stored only on request', () => {
  const settings = { ...fresh, username: 'ann', password: 'secret', authData: 'data' }
  savePreset('one', settings, false)
  savePreset('two', settings, true)
  const [one, two] = presets.get()
  expect(one?.settings).toMatchObject({ username: 'ann', password: '', authData: '' })
  expect(two?.settings).toMatchObject({ password: 'secret', authData: 'data' })
  savePreset('one', { ...settings, username: 'bob' }, false)
  expect(presets.get().map(({ name }) => name)).toEqual(['two', 'one'])
  removePreset('two')
  expect(presets.get().map(({ name }) => name)).toEqual(['one'])
})

test('stored presets are read again', () => {
  const all = [{ name: 'a', settings: { ...fresh, port: 9001, sessionExpiry: 60, neverExpires: true } }]
  expect(parsePresets(JSON.stringify(all))).toEqual(all)
})

test.each([null, '', '7', '{}', '[1]', '[{"name":"a"}]'])('%j gives no presets', (text) => {
  expect(parsePresets(text)).toEqual([])
})

test('missing settings and settings of a wrong type get their defaults', () => {
  const [preset] = parsePresets('[{"name":"a","settings":{"host":"x","port":"no","will":{"topic":5},"extra":1}}]')
  expect(preset?.settings).toMatchObject({ host: 'x', port: 8083, will: { topic: '' } })
  expect(preset?.settings).not.toHaveProperty('extra')
})
