import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { ConfigError } from '../config/load.ts'
import type { Settings } from '../config/settings.ts'
import { makeSelfSigned } from './self-signed.ts'

/** PEM texts, as a listener takes them. */
export interface TlsFiles {
  readonly cert: string
  readonly key: string
  readonly ca?: string
  readonly verifyPeer?: boolean
}

/**
 * The configured certificate or, without one, that of the data folder: made on first start, again when it has expired.
 * @throws {ConfigError} when a configured file is missing or cannot be used
 */
export async function certificateFor(settings: Settings, dataFolder: string, now: number): Promise<TlsFiles> {
  const { 'tls.cert_file': certFile, 'tls.key_file': keyFile, 'tls.ca_file': caFile } = settings
  if ((certFile === '') !== (keyFile === '')) {
    throw new ConfigError(['tls.cert_file and tls.key_file belong together: give both or none'])
  }
  const verifyPeer = settings['tls.verify_peer']
  if (verifyPeer && caFile === '') throw new ConfigError(['tls.verify_peer needs tls.ca_file'])
  const pair =
    certFile === ''
      ? await ownPair(join(dataFolder, 'certs'), now)
      : { cert: read('tls.cert_file', certFile), key: read('tls.key_file', keyFile) }
  const files = { ...pair, ...(caFile !== '' && { ca: read('tls.ca_file', caFile) }) }
  requireUsable(files)
  return { ...files, verifyPeer }
}

function requireUsable(files: { readonly cert: string; readonly key: string; readonly ca?: string }): void {
  try {
    createSecureContext(files)
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw new ConfigError([`tls.cert_file, tls.key_file and tls.ca_file cannot be used together: ${reason}`])
  }
}

function read(key: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError([`${key}: cannot read ${file} (${error instanceof Error ? error.message : error})`])
  }
}

async function ownPair(folder: string, now: number): Promise<{ readonly cert: string; readonly key: string }> {
  const certFile = join(folder, 'cert.pem')
  const keyFile = join(folder, 'key.pem')
  const found = readPair(certFile, keyFile)
  if (found && isValid(found, now)) return found
  const made = await makeSelfSigned(now)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  replace(keyFile, made.key, 0o600)
  replace(certFile, made.cert, 0o644)
  return made
}

/** The file is the old one or the new one, never half of it. */
function replace(file: string, text: string, mode: number): void {
  const draft = `${file}.new`
  try {
    rmSync(draft, { force: true }) // `mode` does not change a file that is there
    writeFileSync(draft, text, { mode, flush: true })
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** A damaged pair of our own is replaced; so is one of which a crash left only the key new. */
function isValid({ cert, key }: { readonly cert: string; readonly key: string }, now: number): boolean {
  try {
    const certificate = new X509Certificate(cert)
    const isInTime = Date.parse(certificate.validFrom) <= now && now < Date.parse(certificate.validTo)
    return isInTime && certificate.checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}

function readPair(certFile: string, keyFile: string): { readonly cert: string; readonly key: string } | undefined {
  try {
    return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
  } catch {
    return undefined // first start
  }
}
