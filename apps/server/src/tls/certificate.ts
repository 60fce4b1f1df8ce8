import { X509Certificate } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
 * @throws {ConfigError} when a configured file is missing
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
  return { ...pair, ...(caFile !== '' && { ca: read('tls.ca_file', caFile) }), verifyPeer }
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
  if (found && isValid(found.cert, now)) return found
  const made = await makeSelfSigned(now)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(keyFile, made.key, { mode: 0o600 })
  chmodSync(keyFile, 0o600) // `mode` does not change a file that is there
  writeFileSync(certFile, made.cert)
  return made
}

function isValid(cert: string, now: number): boolean {
  try {
    return Date.parse(new X509Certificate(cert).validTo) > now
  } catch {
    return false // a damaged file of our own is replaced
  }
}

function readPair(certFile: string, keyFile: string): { readonly cert: string; readonly key: string } | undefined {
  try {
    return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
  } catch {
    return undefined // first start
  }
}
