import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ApiKeyRole, apiKeyRoles, messageOf } from '@mqdeck/contract'
import type { Connection } from '../../../broker-config/configuration.ts'
import { invalid } from '../root-checks.ts'
import type { StartFailures } from '../start-failures.ts'
import { type ApiKeys, mostKeys } from './service.ts'

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

const largest = 1024 * 1024
const longestPart = 256

/**
 * Creates the keys in a file, or updates their secrets and roles. Does nothing for an empty path.
 * @param folder base of a relative path
 * @throws {Error} with the end of a sentence about the path. The message does not contain anything from the file
 */
export async function loadBootstrapFile(path: string, folder: string, apiKeys: ApiKeys): Promise<void> {
  if (path === '') return
  const lines = readText(resolve(folder, path)).split(/\r?\n/)
  const wanted = lines.flatMap((line, index) => (line.trim() === '' ? [] : [readLine(line.trim(), index + 1)]))
  if (wanted.length > mostKeys) throw new Error(`names a file with more than ${mostKeys} keys`)
  for (const { apiKey, secret, role } of wanted) await apiKeys.adopt(apiKey, secret, role)
}

function readText(path: string): string {
  try {
    const found = statSync(path)
    if (!found.isFile()) throw new Error('does not name a regular file')
    if (found.size > largest) throw new Error('names a file that is too large')
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw new Error(`cannot be read (${error.code})`, { cause: error })
    throw error
  }
}

function readLine(line: string, number: number): Line {
  const [apiKey = '', secret = '', named = 'administrator', ...rest] = line.split(':')
  const role = apiKeyRoles.find((known) => known === named)
  const isComplete = [apiKey, secret].every((part) => part !== '' && part.length <= longestPart)
  if (!isComplete || !role || rest.length > 0)
    throw new Error(`names a file in which line ${number} is not key:secret or key:secret:role`)
  return { apiKey, secret, role }
}
