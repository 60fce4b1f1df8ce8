import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { messageOf } from '@mqdeck/contract'
import { ConfigError } from '../start-options/config-error.ts'
import type { Settings } from '../start-options/start-options.ts'

/**
 * Rejects unusable certificate files of the start options, with the option names.
 * @throws {ConfigError}
 */
export function checkStartCertificate(settings: Settings): void {
  const { 'tls.cert_file': certFile, 'tls.key_file': keyFile, 'tls.ca_file': caFile } = settings
  if ((certFile === '') !== (keyFile === ''))
    throw new ConfigError(['tls.cert_file and tls.key_file must be set together'])
  if (settings['tls.verify_peer'] && caFile === '') throw new ConfigError(['tls.verify_peer needs tls.ca_file'])
  const options = {
    ...(certFile !== '' && { cert: read('tls.cert_file', certFile), key: read('tls.key_file', keyFile) }),
    ...(caFile !== '' && { ca: read('tls.ca_file', caFile) }),
  }
  try {
    createSecureContext(options)
  } catch (error) {
    const reason = messageOf(error)
    throw new ConfigError([`tls.cert_file, tls.key_file and tls.ca_file cannot be used together: ${reason}`])
  }
}

function read(key: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError([`${key}: cannot read ${file} (${messageOf(error)})`])
  }
}
