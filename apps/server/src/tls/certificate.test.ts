import { X509Certificate } from 'node:crypto'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { createTempFolder, type TempFolder } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withDefaults } from '../config/load.ts'
import { certificateFor } from './certificate.ts'

const day = 86_400_000
const now = Date.now()
let folder: TempFolder
beforeEach(async () => {
  folder = await createTempFolder()
})
afterEach(() => folder.remove())

describe('the certificate made on first start', () => {
  it('names this machine, fits its key and holds for 397 days', async () => {
    const { cert, key } = await certificateFor(withDefaults({}), folder.path, now)
    const certificate = new X509Certificate(cert)
    expect(certificate.subjectAltName).toContain('DNS:localhost')
    expect(certificate.subjectAltName).toContain('IP Address:127.0.0.1')
    expect(Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)).toBe(397 * day)
    expect(certificate.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1')
    expect(() => createSecureContext({ cert, key })).not.toThrow()
  })

  it('is kept, its key for its owner only', async () => {
    const first = await certificateFor(withDefaults({}), folder.path, now)
    expect(statSync(join(folder.path, 'certs/key.pem')).mode & 0o777).toBe(0o600)
    expect((await certificateFor(withDefaults({}), folder.path, now)).cert).toBe(first.cert)
  })

  it('is made again when it has expired, and when its file is damaged', async () => {
    const first = await certificateFor(withDefaults({}), folder.path, now)
    const second = await certificateFor(withDefaults({}), folder.path, now + 400 * day)
    expect(second.cert).not.toBe(first.cert)
    writeFileSync(join(folder.path, 'certs/cert.pem'), 'damaged')
    expect((await certificateFor(withDefaults({}), folder.path, now)).cert).toContain('BEGIN CERTIFICATE')
  })

  it('is made again when a crash left it with another key, or half of one', async () => {
    const other = await certificateFor(withDefaults({}), join(folder.path, 'other'), now)
    for (const key of [other.key, other.key.slice(0, 100), '']) {
      const { cert } = await certificateFor(withDefaults({}), folder.path, now)
      writeFileSync(join(folder.path, 'certs/key.pem'), key)
      const made = await certificateFor(withDefaults({}), folder.path, now)
      expect(made.cert).not.toBe(cert)
      expect(() => createSecureContext(made)).not.toThrow()
      expect(statSync(join(folder.path, 'certs/key.pem')).mode & 0o777).toBe(0o600)
    }
  })

  it('is made again when it was made by a clock that ran ahead', async () => {
    const early = await certificateFor(withDefaults({}), folder.path, now + 100 * day)
    expect((await certificateFor(withDefaults({}), folder.path, now)).cert).not.toBe(early.cert)
  })
})

describe('a configured certificate', () => {
  it('is used instead of one of our own', async () => {
    const own = await certificateFor(withDefaults({}), folder.path, now)
    const files = { 'tls.cert_file': join(folder.path, 'c.pem'), 'tls.key_file': join(folder.path, 'k.pem') }
    writeFileSync(files['tls.cert_file'], own.cert)
    writeFileSync(files['tls.key_file'], own.key)
    const other = join(folder.path, 'other')
    expect((await certificateFor(withDefaults(files), other, now)).cert).toBe(own.cert)
    expect(existsSync(other)).toBe(false)
  })

  it('is refused when its key is another one', async () => {
    const [one, two] = await Promise.all(
      ['a', 'b'].map((name) => certificateFor(withDefaults({}), join(folder.path, name), now)),
    )
    expect(one?.key).not.toBe(two?.key)
    const files = {
      'tls.cert_file': join(folder.path, 'a/certs/cert.pem'),
      'tls.key_file': join(folder.path, 'b/certs/key.pem'),
    }
    await expect(certificateFor(withDefaults(files), folder.path, now)).rejects.toThrow('cannot be used together')
  })

  it.each([
    [{ 'tls.cert_file': '/none/c.pem', 'tls.key_file': '/none/k.pem' }, 'tls.cert_file: cannot read /none/c.pem'],
    [{ 'tls.cert_file': '/none/c.pem' }, 'belong together'],
    [{ 'tls.verify_peer': true }, 'needs tls.ca_file'],
  ])('is refused by the name of its key: %j', async (settings, message) => {
    await expect(certificateFor(withDefaults(settings), folder.path, now)).rejects.toThrow(message)
  })
})
