import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createTempFolder, type TempFolder } from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureOwnCertificate } from '../../tls/own-certificate.ts'
import { ask, startProxy, stopAfterEach } from './test-cluster.ts'

stopAfterEach()

let folder: TempFolder
let url: string
const server = createServer((_, response) => response.end('over TLS'))

beforeAll(async () => {
  folder = await createTempFolder()
  await ensureOwnCertificate(folder.path, Date.now())
  server.setSecureContext({
    cert: readFileSync(join(folder.path, 'certs/cert.pem')),
    key: readFileSync(join(folder.path, 'certs/key.pem')),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  url = `https://localhost:${port}`
})
afterAll(async () => {
  server.close()
  server.closeAllConnections()
  await folder.remove()
})

it('a node is trusted if the CA of its certificate is', async () => {
  const { urls } = await startProxy([url], { broker_ca_file: join(folder.path, 'certs/cacert.pem') })
  expect((await ask(`${urls.api}/x`)).text).toBe('over TLS')
})

it('and otherwise not, with a hint', async () => {
  const { urls } = await startProxy([url])
  const answer = await ask(`${urls.api}/x`, { method: 'POST', body: 'x' })
  expect([answer.status, answer.text]).toEqual([502, expect.stringContaining('MQDECK_BROKER_CA_FILE')])
})

it('a file of CA certificates that cannot be read prevents the start', async () => {
  await expect(startProxy([url], { broker_ca_file: join(folder.path, 'none.pem') })).rejects.toThrow('none.pem')
})
