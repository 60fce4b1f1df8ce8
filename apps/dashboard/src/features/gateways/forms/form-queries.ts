import { endpoint, textBody } from '@mqdeck/contract'
import { defineQuery } from '../../../api/index.ts'
import type { SchemaDocument } from '../../../schema-form/index.ts'
import { wireDocument } from './wire-document.ts'

/** Outside of `/api/v5`. The document has more than a megabyte, so it is only read for gateways without a declaration. */
const getApiDocument = endpoint({
  method: 'GET',
  path: '/../../api-docs/swagger.json',
  tag: '',
  auth: 'none',
  ok: { 200: textBody },
})

/** The form schemas of gateways. Fails if the API documents are disabled. */
export const apiDocumentQuery = defineQuery<undefined, SchemaDocument>({
  name: 'api-document',
  load: async (call, _, signal) => wireDocument(await call(getApiDocument, { signal })),
})
