import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = resolve(fileURLToPath(import.meta.url), '../../../../..')

/**
 * The folder with EMQX's OpenAPI document and recordings: `MQDECK_CONTRACT`, or `shared/contract` next to the
 * repository.
 * @throws if it is missing, because a test that compares nothing must not pass
 */
function contractFolder(): string {
  const folder = process.env.MQDECK_CONTRACT ?? join(repository, '../shared/contract')
  if (existsSync(join(folder, 'openapi.json'))) return folder
  throw new Error(
    `The contract to compare with is missing: there is no openapi.json in ${folder}. ` +
      'Put shared/contract beside the repository or name its place in MQDECK_CONTRACT.',
  )
}

export function readContractFile(...path: readonly string[]): unknown {
  return JSON.parse(readContractText(...path))
}

export function readContractText(...path: readonly string[]): string {
  return readFileSync(join(contractFolder(), ...path), 'utf8')
}

/** Names of the `.json` files in a folder of the contract, sorted. */
export function listContractFiles(folder: string): readonly string[] {
  return readdirSync(join(contractFolder(), folder))
    .filter((name) => name.endsWith('.json'))
    .sort()
}

/** Names of the `.txt` files, sorted. */
export function listContractTexts(folder: string): readonly string[] {
  return readdirSync(join(contractFolder(), folder))
    .filter((name) => name.endsWith('.txt'))
    .sort()
}
