import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTempFolder, type TempFolder, testCertificate } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withDefaults } from '../start-options/load.ts'
import { makeSelfSigned } from './self-signed.ts'
import { checkStartCertificate } from './start-certificate.ts'

let folder: TempFolder
beforeEach(async () => {
  folder = await createTempFolder()
})
afterEach(() => folder.remove())

const check = (settings: Parameters<typeof withDefaults>[0]) => checkStartCertificate(withDefaults(settings))

describe('a certificate in the start options', () => {
  it('is accepted with its key and rejected with another one', async () => {
    const { cert, key } = await testCertificate()
    const other = await makeSelfSigned(Date.now())
    const files = { 'tls.cert_file': join(folder.path, 'c.pem'), 'tls.key_file': join(folder.path, 'k.pem') }
    writeFileSync(files['tls.cert_file'], cert)
    writeFileSync(files['tls.key_file'], key)
    expect(() => check(files)).not.toThrow()
    writeFileSync(files['tls.key_file'], other.key)
    expect(() => check(files)).toThrow('cannot be used together')
  })

  it.each([
    [{ 'tls.cert_file': '/none/c.pem', 'tls.key_file': '/none/k.pem' }, 'tls.cert_file: cannot read /none/c.pem'],
    [{ 'tls.cert_file': '/none/c.pem' }, 'must be set together'],
    [{ 'tls.verify_peer': true }, 'needs tls.ca_file'],
  ])('is rejected with its option: %j', (settings, message) => {
    expect(() => check(settings)).toThrow(message)
  })
})
