import { resolve } from 'node:path'
import { type ApiKeyRole, apiKeyRoles, messageOf } from '@mqdeck/contract'
import { readNamedFile } from '@mqdeck/kit'
import type { Connection } from '../../../broker-config/configuration.ts'
import { invalid } from '../root-checks.ts'
import type { StartFailures } from '../start-failures.ts'
import { type ApiKeys, maxKeys } from './service.ts'

export const apiKeyRoot = (apiKeys: ApiKeys, folder: string, failures: StartFailures): Connection<'api_key'> => ({
  apply: ({ bootstrap_file: path }) =>
    loadBootstrapFile(path, folder, apiKeys).then(
      () => failures.resolve((part) => part === 'api_key.bootstrap_file'),
      (error: unknown) => {
        throw invalid('api_key.bootstrap_file', messageOf(error), path)
      },
    ),
})

interface Line {
  readonly apiKey: string
  readonly secret: string
  readonly role: ApiKeyRole
}

const maxPartLength = 256

/**
 * Creates the keys in a file, or updates their secrets and roles. Does nothing for an empty path.
 * @param folder base of a relative path
 * @throws {Error} with the end of a sentence about the path. The message does not contain anything from the file
 */
export async function loadBootstrapFile(path: string, folder: string, apiKeys: ApiKeys): Promise<void> {
  if (path === '') return
  const lines = (await readText(resolve(folder, path))).split(/\r?\n/)
  const wanted = lines.flatMap((line, index) => (line.trim() === '' ? [] : [readLine(line.trim(), index + 1)]))
  if (wanted.length > maxKeys) throw new Error(`names a file with more than ${maxKeys} keys`)
  for (const { apiKey, secret, role } of wanted) await apiKeys.adopt(apiKey, secret, role)
}

async function readText(path: string): Promise<string> {
  try {
    return await readNamedFile(path)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : messageOf(error)
    throw new Error(`cannot be read (${reason})`, { cause: error })
  }
}

function readLine(line: string, number: number): Line {
  const [apiKey = '', secret = '', named = 'administrator', ...rest] = line.split(':')
  const role = apiKeyRoles.find((known) => known === named)
  const isComplete = [apiKey, secret].every((part) => part !== '' && part.length <= maxPartLength)
  if (!isComplete || !role || rest.length > 0)
    throw new Error(`names a file in which line ${number} is not key:secret or key:secret:role`)
  return { apiKey, secret, role }
}
