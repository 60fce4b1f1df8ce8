import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTempFolder, type TempFolder } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPemFiles, type PemFiles } from './pem-files.ts'

const cert = '-----BEGIN CERTIFICATE-----\nAA\n-----END CERTIFICATE-----\n'
const key = '-----BEGIN PRIVATE KEY-----\nAA\n-----END PRIVATE KEY-----\n'

let folder: TempFolder
let files: PemFiles
beforeEach(async () => {
  folder = await createTempFolder()
  files = createPemFiles(folder.path)
})
afterEach(() => folder.remove())

const listener = (changes: object) => ({ listeners: { ssl: { one: { ssl_options: changes } } } })
const place = (...path: readonly string[]) => join(folder.path, 'certs', ...path)
const toPath = (name: string) => name.replace('${EMQX_ETC_DIR}', folder.path)

describe('PEM texts in a configuration', () => {
  it('are stored in files below the path of the setting, for their owner only', async () => {
    const { value } = await files.keep(listener({ certfile: cert, keyfile: key, cacertfile: '/etc/ca.pem' }), [])
    const { certfile, keyfile, cacertfile } = value.listeners.ssl.one.ssl_options as Readonly<Record<string, string>>
    expect(certfile).toMatch(/^\$\{EMQX_ETC_DIR\}\/certs\/listeners\/ssl\/one\/cert-[\da-f]{16}\.pem$/)
    expect(readFileSync(toPath(certfile ?? ''), 'utf8')).toBe(cert)
    expect(statSync(toPath(keyfile ?? '')).mode & 0o777).toBe(0o600)
    expect(cacertfile).toBe('/etc/ca.pem')
  })

  it('are not changed where no file is expected', async () => {
    const given = { rules: [{ note: cert }] }
    expect((await files.keep(given, [])).value).toEqual(given)
    expect(existsSync(place())).toBe(false)
  })

  it('leave nothing behind when undone, except existing files', async () => {
    await files.keep(listener({ certfile: cert }), [])
    const again = await files.keep(listener({ certfile: cert, keyfile: key }), [])
    again.drop()
    expect(readdirSync(place('listeners/ssl/one'))).toHaveLength(1)
    const other = await files.keep({ connectors: { two: { ssl: { keyfile: key } } } }, [])
    other.drop()
    expect(existsSync(place('connectors'))).toBe(false)
  })

  it('cannot lead out of the folder by the name of their object', async () => {
    await files.keep({ listeners: { ssl: { '..': { certfile: cert }, '../../x': { certfile: cert } } } }, [])
    expect(readdirSync(place('listeners/ssl')).sort()).toEqual(['..%2F..%2Fx', '_'])
    expect(readdirSync(folder.path)).toEqual(['certs'])
  })

  it('are removed when no text refers to them, except the self-signed certificate', async () => {
    const { value } = await files.keep(listener({ certfile: cert, keyfile: key }), [])
    writeFileSync(place('cert.pem'), cert)
    files.tidy(() => [JSON.stringify(value)])
    expect(readdirSync(place('listeners/ssl/one'))).toHaveLength(2)
    files.tidy(() => [value.listeners.ssl.one.ssl_options.toString()])
    expect(readdirSync(place())).toEqual(['cert.pem'])
    mkdirSync(place('empty'))
    files.tidy(() => [])
    expect(existsSync(place('cert.pem'))).toBe(true)
  })
})
