import { X509Certificate } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { silentLog } from '@mqdeck/kit'
import { createFakeClock, createTempFolder, type TempFolder, testCertificate } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ensureOwnCertificate, renewOwnCertificate } from './own-certificate.ts'

const day = 86_400_000
const now = Date.now()
let folder: TempFolder
beforeEach(async () => {
  folder = await createTempFolder()
})
afterEach(() => folder.remove())

const place = (name: string) => join(folder.path, 'certs', name)
const read = (name = 'cert.pem') => readFileSync(place(name), 'utf8')
const ensure = (at = now) => ensureOwnCertificate(folder.path, at)

describe('the certificate created at the first start', () => {
  it('names this machine, matches its key and is valid for 397 days', async () => {
    expect(await ensure()).toBe(true)
    const certificate = new X509Certificate(read())
    expect(certificate.subjectAltName).toContain('DNS:localhost')
    expect(certificate.subjectAltName).toContain('IP Address:127.0.0.1')
    expect(Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)).toBe(397 * day)
    expect(certificate.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1')
    expect(() => createSecureContext({ cert: read(), key: read('key.pem') })).not.toThrow()
  })

  it('is kept, with a key for its owner only, and is its own CA', async () => {
    await ensure()
    const first = read()
    expect(statSync(place('key.pem')).mode & 0o777).toBe(0o600)
    expect(await ensure()).toBe(false)
    expect(read()).toBe(first)
    expect(read('cacert.pem')).toBe(first)
  })

  it('is created again before it expires, and if its file is damaged', async () => {
    await ensure()
    const first = read()
    expect(await ensure(now + 365 * day)).toBe(false)
    expect(await ensure(now + 367 * day)).toBe(true)
    expect(read()).not.toBe(first)
    expect(read('cacert.pem')).toBe(read())
    writeFileSync(place('cert.pem'), 'damaged')
    expect(await ensure()).toBe(true)
  })

  it('is created again if a crash left another or an incomplete key', async () => {
    await ensure()
    const { key } = await testCertificate()
    for (const other of [key, key.slice(0, 100), '']) {
      writeFileSync(place('key.pem'), other)
      expect(await ensure()).toBe(true)
      expect(() => createSecureContext({ cert: read(), key: read('key.pem') })).not.toThrow()
      expect(statSync(place('key.pem')).mode & 0o777).toBe(0o600)
    }
  })

  it('is created again if it was created by a clock that was ahead', async () => {
    await ensure(now + 100 * day)
    expect(await ensure()).toBe(true)
  })

  it('is not changed if it was replaced, even by an expired one', async () => {
    await ensure()
    const { cert, key } = await testCertificate()
    writeFileSync(place('cert.pem'), cert)
    writeFileSync(place('key.pem'), key)
    expect(await ensure(now + 1000 * day)).toBe(false)
    expect(read()).toBe(cert)
  })

  it('is renewed while the server is running', async () => {
    await ensure()
    const first = read()
    const clock = createFakeClock(now + 367 * day)
    const renewed = new Promise<void>((resolve) => {
      renewOwnCertificate({ dataFolder: folder.path, clock, log: silentLog, renewed: async () => resolve() })
    })
    clock.advance(day / 24)
    await renewed
    expect(read()).not.toBe(first)
  })
})
