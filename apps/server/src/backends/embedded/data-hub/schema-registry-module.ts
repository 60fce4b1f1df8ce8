import { createSchemaRegistry } from '@mqdeck/data-hub'
import { defineModule } from '../resource-module.ts'

/** Schemas, before the rules that use them. Their endpoints are in {@link dataHubModule}. */
export const schemaRegistryModule = defineModule({
  name: 'schema-registry',
  create: ({ configuration }) => ({ provides: createSchemaRegistry(configuration.get('schema_registry')) }),
})
