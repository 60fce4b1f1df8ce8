import { clientTls, toPlain } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import { readTlsOptions, readTlsOptionsForMany } from './tls.ts'

const settings = (changes: object = {}) => toPlain(clientTls, clientTls.schema.parse({ enable: true, ...changes }))
const folder = '/nowhere'

test('a single server gets its host name as server name, and an IP address none (RFC 6066, 3)', async () => {
  expect(await readTlsOptions(settings(), { host: 'db.test', folder })).toMatchObject({ servername: 'db.test' })
  expect(await readTlsOptions(settings(), { host: '10.0.0.1', folder })).not.toHaveProperty('servername')
  expect(await readTlsOptions(settings({ enable: false }), { host: 'db.test', folder })).toBeUndefined()
})

test('each of several servers gets its own host name, unless the settings have a server name', async () => {
  const each = await readTlsOptionsForMany(settings(), { folder })
  expect(each).not.toHaveProperty('servername')
  expect(each).not.toHaveProperty('checkServerIdentity')
  const one = await readTlsOptionsForMany(settings({ server_name_indication: 'db.test' }), { folder })
  expect(one).toMatchObject({ servername: 'db.test', checkServerIdentity: expect.any(Function) })
  const any = await readTlsOptionsForMany(settings({ server_name_indication: 'disable' }), { folder })
  expect(any).not.toHaveProperty('servername')
  expect(any).toHaveProperty('checkServerIdentity')
})
