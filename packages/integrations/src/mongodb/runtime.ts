import { type MongodbConnection, mongodbType } from '@mqdeck/drivers'
import { parseTemplate, SettingsError } from '@mqdeck/kit'
import type { ActionPlain, ConnectorPlain } from '../plain.ts'
import type { ActionRuntime, IntegrationRuntime } from '../port.ts'
import { fill } from '../template.ts'
import { parseDocumentTemplate } from './document-template.ts'
import type { mongodb } from './manifest.ts'

type Connector = ConnectorPlain<typeof mongodb>
type Parameters = ActionPlain<typeof mongodb>

interface Insert {
  readonly collection: string
  readonly document: Readonly<Record<string, unknown>>
}

export const runtime: IntegrationRuntime<Connector, MongodbConnection, Parameters> = {
  connect({ parameters, topology = {}, use_legacy_protocol: isOld, ...settings }, { folder }) {
    if (isOld === true)
      throw new SettingsError('use_legacy_protocol', 'servers older than MongoDB 4.4 are not supported')
    return mongodbType({ ...settings, ...parameters, topology, folder })
  },
  action: createAction,
}

/** Timeout per document. */
const timeoutMs = 30_000

function createAction({ collection, payload_template: text }: Parameters): ActionRuntime<MongodbConnection, Insert> {
  const name = parseTemplate(collection)
  const documentOf = parseDocumentTemplate(text)
  return {
    render: (data) => ({ collection: collectionOf(fill(name, data)), document: documentOf(data) }),
    async send({ insert }, batch, signal) {
      for (const { collection, document } of batch) await insert(collection, [document], timeoutMs, signal)
      return { inserted: batch.length }
    },
  }
}

/** Naming restrictions of MongoDB. */
function collectionOf(name: string): string {
  if (name === '' || /[$\0]|^system\.|^\.|\.$|\.\./.test(name))
    throw new Error('the name of the collection is not valid in MongoDB')
  return name
}
