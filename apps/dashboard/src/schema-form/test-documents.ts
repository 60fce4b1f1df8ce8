import type { SchemaDocument } from './wire.ts'

/** For tests: a recorded schema of EMQX. @throws if there are no recordings, because then nothing would be tested */
export async function recordedSchema(name: string): Promise<SchemaDocument> {
  return (await contractFolder()).readContractFile(`schemas/${name}.json`)
}

/** For tests: why EMQX would refuse this value of a component of its schema. */
export const wireFaults = (document: SchemaDocument, component: string, value: unknown): readonly string[] =>
  schemaFaults(document, document.components.schemas[component] ?? {}, value)

interface ContractFolder {
  readonly readContractFile: (path: string) => SchemaDocument
}
interface SchemaFaults {
  readonly schemaFaults: (document: unknown, schema: object, value: unknown) => readonly string[]
}

// By glob, because this folder has browser types, without Node's file system.
const contractFolder = only(
  import.meta.glob<ContractFolder>('../../../../packages/testkit/src/recordings/contract-folder.ts'),
)
const { schemaFaults } = await only(
  import.meta.glob<SchemaFaults>('../../../../packages/testkit/src/recordings/schema-faults.ts'),
)()

function only<T>(readers: Readonly<Record<string, () => Promise<T>>>): () => Promise<T> {
  const [reader] = Object.values(readers)
  if (!reader) throw new Error('packages/testkit/src/recordings, which reads the recordings, is not there')
  return reader
}
