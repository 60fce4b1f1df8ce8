import type { SchemaDocument } from './wire.ts'

/** For tests: a schema as EMQX answered it. @throws when the recordings are not there: then nothing has been tested */
export async function recordedSchema(name: string): Promise<SchemaDocument> {
  const reader = Object.values(readers)[0]
  if (!reader)
    throw new Error('packages/testkit/src/recordings/contract-folder.ts, which reads the recordings, is not there')
  const { readContractFile } = await reader()
  return readContractFile('schemas', `${name}.json`)
}

interface ContractFolder {
  readonly readContractFile: (...path: readonly string[]) => SchemaDocument
}

// By a pattern, which the compiler does not follow: what reads files has Node's types, this folder has a browser's.
const readers = import.meta.glob<ContractFolder>('../../../../packages/testkit/src/recordings/contract-folder.ts')
