import type { SchemaRegistry } from '@mqdeck/data-hub'
import { type SchemaPort, SqlError } from '@mqdeck/rules'
import type { View } from '../../../broker-config/configuration.ts'

/** Functions of rule SQL for schemas. */
export function schemaFunctions(registry: SchemaRegistry, configuration: View): SchemaPort {
  const { encode, decode, check, sparkplugEncode, sparkplugDecode, external } = registry
  return {
    encode,
    decode,
    check,
    sparkplugEncode,
    sparkplugDecode,
    externalEncode: external.encode,
    externalDecode: external.decode,
    async encodeAndTag(schema, name, value, subject, ...more) {
      const found = configuration.get('schema_registry').schemas[schema]
      if (found?.type !== 'avro') throw new SqlError('the schema must exist and be Avro')
      return external.tag(name, encode(schema, value, ...more), found.source, subject)
    },
  }
}
