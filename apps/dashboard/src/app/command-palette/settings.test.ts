import { expect, test } from 'vitest'
import { settingAddresses } from './settings.ts'

const addresses = settingAddresses()
const at = (path: string) => addresses.filter((one) => one.path === path)

test('every field has one page and a name in both languages', () => {
  expect(addresses.length).toBeGreaterThan(120)
  for (const { path, label } of addresses) {
    expect(at(path), path).toHaveLength(1)
    expect(label.en === '' || label.zh === '', path).toBe(false)
  }
})

test('fields of one root are found on the page that shows them', () => {
  expect(at('mqtt.max_inflight')[0]?.page).toBe('/mqtt/session')
  expect(at('mqtt.max_packet_size')[0]?.page).toBe('/mqtt/general')
  expect(at('retainer.backend.storage_type')[0]).toMatchObject({ page: '/mqtt/retainer', within: [{}] })
  expect(at('retainer.backend.type')).toEqual([])
  expect(at('dashboard.default_password')).toEqual([])
})
